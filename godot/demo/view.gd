extends Node3D
## Camera, light and sky.


func _ready() -> void:
	var camera: Camera3D = Camera3D.new()
	camera.position = Vector3(-5.9, 32.5, 26.5)
	camera.fov = 46
	add_child(camera)
	camera.look_at(Vector3(-5.9, 0, 0.9))
	add_light(Vector3(-52, -38, 0), Color(1.0, 0.94, 0.84), 1.0, true)
	# From the other side, so that shaded walls keep their shape.
	add_light(Vector3(-30, 140, 0), Color(0.45, 0.6, 1.0), 0.35, false)
	var settings: Environment = Environment.new()
	settings.background_mode = Environment.BG_COLOR
	settings.background_color = Color(0.01, 0.014, 0.026)
	settings.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	settings.ambient_light_color = Color(0.55, 0.64, 0.9)
	settings.ambient_light_energy = 0.32
	settings.tonemap_mode = Environment.TONE_MAPPER_FILMIC
	settings.glow_enabled = true
	settings.glow_intensity = 0.5
	settings.glow_bloom = 0.04
	var environment: WorldEnvironment = WorldEnvironment.new()
	environment.environment = settings
	add_child(environment)


func add_light(angle: Vector3, color: Color, energy: float, shadow: bool) -> void:
	var light: DirectionalLight3D = DirectionalLight3D.new()
	light.rotation_degrees = angle
	light.light_color = color
	light.light_energy = energy
	light.shadow_enabled = shadow
	light.shadow_blur = 1.5
	light.directional_shadow_max_distance = 80
	add_child(light)
