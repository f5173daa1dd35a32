class_name DemoTraces
extends MeshInstance3D
## Lines of the present frame: from ghosts to the players they stand for, and shots that fade.

const SHOT_SECONDS: float = 0.18
const ERROR_COLOR: Color = Color(1.0, 0.32, 0.36, 0.9)
const SHOT_COLOR: Color = Color(1.0, 0.92, 0.6)

var joins: Array[PackedVector3Array] = []
## From, to, seconds left.
var shots: Array[Array] = []
var lines: ImmediateMesh = ImmediateMesh.new()


func _init() -> void:
	mesh = lines
	material_override = DemoLooks.plain(true)
	cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_OFF
	# After everybody has moved.
	process_priority = 100


func join(from: Vector3, to: Vector3) -> void:
	joins.append(PackedVector3Array([from, to]))


func shoot(from: Vector3, to: Vector3) -> void:
	shots.append([from, to, SHOT_SECONDS])


func _process(delta: float) -> void:
	lines.clear_surfaces()
	for shot: Array in shots:
		shot[2] -= delta
	shots = shots.filter(func(shot: Array) -> bool: return shot[2] > 0.0)
	if joins.is_empty() and shots.is_empty():
		return
	lines.surface_begin(Mesh.PRIMITIVE_TRIANGLES)
	for pair: PackedVector3Array in joins:
		stripe(pair[0] + Vector3.UP * 0.12, pair[1] + Vector3.UP * 0.12, 0.08, ERROR_COLOR)
	for shot: Array in shots:
		var left: float = shot[2] / SHOT_SECONDS
		stripe(shot[0], shot[1], 0.07 * left, Color(SHOT_COLOR, left))
	lines.surface_end()
	joins.clear()


## A flat stripe, seen from above.
func stripe(from: Vector3, to: Vector3, half: float, color: Color) -> void:
	var side: Vector3 = (to - from).cross(Vector3.UP).normalized() * half
	for corner: Vector3 in [from - side, from + side, to + side, from - side, to + side, to - side]:
		lines.surface_set_color(color)
		lines.surface_add_vertex(corner)
