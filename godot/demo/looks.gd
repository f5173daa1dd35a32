class_name DemoLooks
## Materials and bodies of the demo.

const FLOOR_SHADER: String = """
shader_type spatial;
varying vec3 place;
void vertex() {
	place = (MODEL_MATRIX * vec4(VERTEX, 1.0)).xyz;
}
float lines(float apart, float width) {
	vec2 near = abs(fract(place.xz / apart + 0.5) - 0.5) * apart;
	vec2 drawn = 1.0 - smoothstep(vec2(width), vec2(width) + fwidth(place.xz), near);
	return max(drawn.x, drawn.y);
}
void fragment() {
	vec3 base = vec3(0.03, 0.037, 0.058);
	base = mix(base, vec3(0.06, 0.075, 0.12), 0.55 * lines(2.0, 0.015));
	base = mix(base, vec3(0.09, 0.12, 0.2), 0.8 * lines(8.0, 0.03));
	ALBEDO = base;
	ROUGHNESS = 0.9;
}
"""
## A figure of light: bright at its edge, clear in its middle.
const GHOST_SHADER: String = """
shader_type spatial;
render_mode blend_mix, depth_draw_opaque, cull_back, shadows_disabled;
uniform vec3 tint : source_color;
void fragment() {
	float edge = pow(1.0 - clamp(dot(NORMAL, VIEW), 0.0, 1.0), 1.6);
	ALBEDO = tint * 0.3;
	EMISSION = tint * (0.45 + 1.5 * edge);
	ALPHA = 0.28 + 0.72 * edge;
}
"""

static var ghost_shader: Shader
static var floor_shader: Shader


static func hue(number: int, of: int) -> float:
	return fmod(number / float(of) + 0.03, 1.0)


static func floor_material() -> ShaderMaterial:
	if floor_shader == null:
		floor_shader = Shader.new()
		floor_shader.code = FLOOR_SHADER
	var material: ShaderMaterial = ShaderMaterial.new()
	material.shader = floor_shader
	return material


static func matt(color: Color) -> StandardMaterial3D:
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.albedo_color = color
	material.roughness = 0.8
	return material


static func glowing(color: Color, strength: float) -> StandardMaterial3D:
	var material: StandardMaterial3D = matt(color)
	material.emission_enabled = true
	material.emission = color
	material.emission_energy_multiplier = strength
	return material


## What is drawn in its own colours, whatever the light.
static func plain(blended: bool) -> StandardMaterial3D:
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	material.vertex_color_use_as_albedo = true
	material.cull_mode = BaseMaterial3D.CULL_DISABLED
	if blended:
		material.transparency = BaseMaterial3D.TRANSPARENCY_ALPHA
	return material


static func piece(mesh: Mesh, material: Material, place: Vector3) -> MeshInstance3D:
	var instance: MeshInstance3D = MeshInstance3D.new()
	instance.mesh = mesh
	instance.material_override = material
	instance.position = place
	return instance


static func capsule(radius: float, height: float) -> CapsuleMesh:
	var mesh: CapsuleMesh = CapsuleMesh.new()
	mesh.radius = radius
	mesh.height = height
	return mesh


static func box(size: Vector3) -> BoxMesh:
	var mesh: BoxMesh = BoxMesh.new()
	mesh.size = size
	return mesh


## A player as it is: solid, with a visor that looks forward.
static func player(color: Color) -> Node3D:
	var figure: Node3D = Node3D.new()
	figure.add_child(piece(capsule(0.42, 1.7), matt(color), Vector3(0, 0.85, 0)))
	var visor: Material = glowing(Color(0.85, 0.97, 1.0), 0.9)
	figure.add_child(piece(box(Vector3(0.5, 0.2, 0.3)), visor, Vector3(0, 1.3, -0.28)))
	var pack: Material = matt(color.darkened(0.55))
	figure.add_child(piece(box(Vector3(0.5, 0.6, 0.25)), pack, Vector3(0, 0.95, 0.4)))
	return figure


## A player as another machine shows it.
static func ghost(color: Color) -> Node3D:
	if ghost_shader == null:
		ghost_shader = Shader.new()
		ghost_shader.code = GHOST_SHADER
	var light: ShaderMaterial = ShaderMaterial.new()
	light.shader = ghost_shader
	light.set_shader_parameter("tint", color)
	var figure: Node3D = Node3D.new()
	figure.add_child(piece(capsule(0.46, 1.8), light, Vector3(0, 0.9, 0)))
	var ring: TorusMesh = TorusMesh.new()
	ring.inner_radius = 0.62
	ring.outer_radius = 0.74
	figure.add_child(piece(ring, glowing(color, 1.3), Vector3(0, 0.06, 0)))
	var nose: PrismMesh = PrismMesh.new()
	nose.size = Vector3(0.36, 0.4, 0.06)
	var arrow: MeshInstance3D = piece(nose, glowing(color, 1.3), Vector3(0, 0.07, -0.92))
	arrow.rotation.x = -PI / 2
	figure.add_child(arrow)
	return figure
