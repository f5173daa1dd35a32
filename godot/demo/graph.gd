class_name DemoGraph
extends Control
## The last seconds of the mean error.

const LENGTH: int = 240

var values: PackedFloat32Array = []
var top: float = 2.0


func add(value: float) -> void:
	values.append(value)
	if values.size() > LENGTH:
		values.remove_at(0)
	queue_redraw()


func _draw() -> void:
	draw_rect(Rect2(Vector2.ZERO, size), Color(0, 0, 0, 0.35))
	for line: int in [1, 2]:
		var height: float = size.y * (1.0 - line / 2.0 / top * 2.0)
		draw_line(Vector2(0, height), Vector2(size.x, height), Color(1, 1, 1, 0.12))
	if values.size() < 2:
		return
	var points: PackedVector2Array = []
	for number: int in values.size():
		var share: float = clampf(values[number] / top, 0.0, 1.0)
		points.append(Vector2(size.x * number / (LENGTH - 1.0), size.y * (1.0 - share)))
	draw_polyline(points, Color(0.35, 0.8, 1.0), 2.0, true)
