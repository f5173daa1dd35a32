class_name DemoItem
extends AntPointOfInterest3D
## Something to collect; comes back after a while.

const COMES_BACK: float = 3.0

var color: Color = Color.WHITE
var gone_for: float = 0.0
var shown: MeshInstance3D


func _ready() -> void:
	shown = MeshInstance3D.new()
	var mesh: Mesh
	if layer == &"health":
		var box: BoxMesh = BoxMesh.new()
		box.size = Vector3.ONE * 0.6
		mesh = box
	else:
		var prism: PrismMesh = PrismMesh.new()
		prism.size = Vector3(0.8, 0.8, 0.8)
		mesh = prism
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.albedo_color = color
	material.emission_enabled = true
	material.emission = color
	material.emission_energy_multiplier = 0.6
	shown.mesh = mesh
	shown.material_override = material
	shown.position.y = 0.7
	add_child(shown)


func _process(delta: float) -> void:
	shown.rotation.y += delta * 1.5
	shown.visible = available
	if not available:
		gone_for += delta
		if gone_for > COMES_BACK:
			available = true


func take() -> void:
	available = false
	gone_for = 0.0
