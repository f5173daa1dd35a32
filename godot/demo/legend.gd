class_name DemoLegend
extends PanelContainer
## What is what.


## A sign in front of a text: filled, or only its edge.
class Sign:
	extends Control
	var color: Color
	var hollow: bool

	func _init(tint: Color, edge: bool) -> void:
		color = tint
		hollow = edge
		custom_minimum_size = Vector2(16, 16)

	func _draw() -> void:
		var middle: Vector2 = Vector2(8, size.y / 2)
		if hollow:
			draw_circle(middle, 6.0, Color(color, 0.3))
			draw_arc(middle, 6.0, 0.0, TAU, 32, color, 2.0, true)
		else:
			draw_circle(middle, 6.0, color)


func _init(rows: Array[Array]) -> void:
	add_theme_stylebox_override("panel", DemoLegend.style())
	var column: VBoxContainer = VBoxContainer.new()
	column.add_theme_constant_override("separation", 4)
	add_child(column)
	for row: Array in rows:
		var line: HBoxContainer = HBoxContainer.new()
		line.add_theme_constant_override("separation", 8)
		line.add_child(Sign.new(row[1], row[2]))
		var text: Label = Label.new()
		text.text = row[0]
		text.add_theme_font_size_override("font_size", 13)
		line.add_child(text)
		column.add_child(line)
	set_anchors_and_offsets_preset(Control.PRESET_TOP_RIGHT)
	grow_horizontal = Control.GROW_DIRECTION_BEGIN
	offset_left = -16
	offset_top = 16
	offset_right = -16
	offset_bottom = 16


static func style() -> StyleBoxFlat:
	var box: StyleBoxFlat = StyleBoxFlat.new()
	box.bg_color = Color(0.05, 0.065, 0.1, 0.88)
	box.border_color = Color(0.3, 0.42, 0.65, 0.5)
	box.set_border_width_all(1)
	box.set_corner_radius_all(10)
	box.set_content_margin_all(14)
	return box
