class_name DemoItem
extends AntPointOfInterest3D
## Something to collect; comes back after a while.

signal taken

const COMES_BACK: float = 3.0

var color: Color = Color.WHITE
var gone_for: float = 0.0
var shown: MeshInstance3D


func _ready() -> void:
	var mesh: Mesh
	if layer == &"health":
		mesh = DemoLooks.box(Vector3(0.75, 0.24, 0.24))
	else:
		var prism: PrismMesh = PrismMesh.new()
		prism.size = Vector3(0.8, 0.8, 0.3)
		mesh = prism
	var material: Material = DemoLooks.glowing(color, 0.9)
	shown = DemoLooks.piece(mesh, material, Vector3(0, 0.7, 0))
	if layer == &"health":
		var upright: Mesh = DemoLooks.box(Vector3(0.24, 0.75, 0.24))
		shown.add_child(DemoLooks.piece(upright, material, Vector3.ZERO))
	var base: CylinderMesh = CylinderMesh.new()
	base.top_radius = 0.5
	base.bottom_radius = 0.6
	base.height = 0.1
	add_child(DemoLooks.piece(base, DemoLooks.matt(color.darkened(0.5)), Vector3(0, 0.05, 0)))
	add_child(shown)


func _process(delta: float) -> void:
	shown.rotation.y += delta * 1.5
	shown.position.y = 0.75 + 0.12 * sin(shown.rotation.y * 2.0)
	shown.visible = available
	if not available:
		gone_for += delta
		if gone_for > COMES_BACK:
			available = true


func take() -> void:
	available = false
	gone_for = 0.0
	taken.emit()
