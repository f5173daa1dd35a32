extends Node3D
## Camera, light and sky.


func _ready() -> void:
	var camera: Camera3D = Camera3D.new()
	camera.position = Vector3(-5, 31, 24)
	camera.fov = 48
	add_child(camera)
	camera.look_at(Vector3(-5, 0, 1))
	var sun: DirectionalLight3D = DirectionalLight3D.new()
	sun.rotation_degrees = Vector3(-58, -35, 0)
	sun.light_energy = 1.15
	sun.shadow_enabled = true
	add_child(sun)
	var settings: Environment = Environment.new()
	settings.background_mode = Environment.BG_COLOR
	settings.background_color = Color(0.05, 0.06, 0.09)
	settings.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	settings.ambient_light_color = Color(0.6, 0.68, 0.85)
	settings.ambient_light_energy = 0.55
	var environment: WorldEnvironment = WorldEnvironment.new()
	environment.environment = settings
	add_child(environment)
