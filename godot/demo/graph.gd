class_name DemoGraph
extends Control
## The last seconds of the mean error.

const LENGTH: int = 240
const TOP: float = 2.0
const LINE_COLOR: Color = Color(0.35, 0.8, 1.0)

var values: PackedFloat32Array = []


func add(value: float) -> void:
	values.append(value)
	if values.size() > LENGTH:
		values.remove_at(0)
	queue_redraw()


func height_of(value: float) -> float:
	return size.y * (1.0 - clampf(value / TOP, 0.0, 1.0))


func _draw() -> void:
	draw_rect(Rect2(Vector2.ZERO, size), Color(0, 0, 0, 0.35))
	var font: Font = get_theme_default_font()
	for metres: float in [0.5, 1.0, 1.5]:
		var height: float = height_of(metres)
		draw_line(Vector2(0, height), Vector2(size.x, height), Color(1, 1, 1, 0.1))
	var label: Vector2 = Vector2(size.x - 26, height_of(1.0) - 2)
	draw_string(font, label, "1 m", HORIZONTAL_ALIGNMENT_LEFT, -1, 10, Color(1, 1, 1, 0.45))
	if values.size() < 2:
		return
	var points: PackedVector2Array = []
	for number: int in values.size():
		points.append(Vector2(size.x * number / (LENGTH - 1.0), height_of(values[number])))
	var area: PackedVector2Array = points.duplicate()
	area.append(Vector2(points[-1].x, size.y + 1.0))
	area.append(Vector2(0, size.y + 1.0))
	draw_colored_polygon(area, Color(LINE_COLOR, 0.16))
	draw_polyline(points, LINE_COLOR, 2.0, true)
