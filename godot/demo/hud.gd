extends CanvasLayer
## Sliders, choices and numbers.

signal network_changed(latency: float, jitter: float, loss: float)
signal freshness_changed(freshness: float)
signal curve_changed(curve: int)
signal shown_changed(players: bool, field: bool)

const CURVES: Dictionary[String, int] = {
	"Chase": AntConvergence.CHASE,
	"Damped spring": AntConvergence.DAMPED,
	"Hermite": AntConvergence.HERMITE,
	"Projective velocity": AntConvergence.PROJECTIVE_VELOCITY,
	"Along the path": AntConvergence.PATH,
	"Linear": AntConvergence.LINEAR,
	"Snap": AntConvergence.SNAP,
}

var column: VBoxContainer
var latency: HSlider
var jitter: HSlider
var loss: HSlider
var players: CheckBox
var field: CheckBox
var subtitle: Label
var caption: Label
var big: Label
var numbers: Label
var network_rows: Array[Control] = []
var graph: DemoGraph


func _ready() -> void:
	var panel: PanelContainer = PanelContainer.new()
	panel.add_theme_stylebox_override("panel", DemoLegend.style())
	panel.position = Vector2(16, 16)
	panel.custom_minimum_size = Vector2(300, 0)
	add_child(panel)
	column = VBoxContainer.new()
	column.add_theme_constant_override("separation", 6)
	panel.add_child(column)
	label("antreckon", 26)
	subtitle = label("Bots collect items and fight. Their updates\ncross this network:", 12)
	subtitle.modulate.a = 0.75
	latency = slider("Latency", "ms", 0, 400, 80)
	jitter = slider("Jitter", "ms", 0, 150, 15)
	loss = slider("Loss", "%", 0, 50, 5)
	for changed: HSlider in [latency, jitter, loss]:
		changed.value_changed.connect(func(_now: float) -> void: tell_network())
	network_rows.assign(column.get_children().slice(2))
	slider("Freshness", "%", 0, 100, 100).value_changed.connect(
		func(value: float) -> void: freshness_changed.emit(value / 100.0)
	)
	choice("Convergence", CURVES, func(value: int) -> void: curve_changed.emit(value))
	players = toggle("True players")
	field = toggle("Pheromone field")
	caption = label("Mean error of the ghosts", 13)
	graph = DemoGraph.new()
	graph.custom_minimum_size = Vector2(268, 72)
	column.add_child(graph)
	big = label("", 22)
	big.add_theme_color_override("font_color", DemoGraph.LINE_COLOR)
	numbers = label("", 13)


func show_legend(rows: Array[Array]) -> void:
	add_child(DemoLegend.new(rows))


## Of two machines each sees only its own side.
func show_side(text: String) -> void:
	subtitle.text = text
	for row: Control in network_rows:
		row.hide()
	for row: Control in [caption, graph, big, players]:
		row.hide()


func label(text: String, size: int) -> Label:
	var made: Label = Label.new()
	made.text = text
	made.add_theme_font_size_override("font_size", size)
	column.add_child(made)
	return made


func slider(title: String, unit: String, least: float, most: float, value: float) -> HSlider:
	var text: Label = label("", 13)
	var made: HSlider = HSlider.new()
	made.min_value = least
	made.max_value = most
	made.value = value
	var tell: Callable = func(now: float) -> void: text.text = "%s  %d %s" % [title, int(now), unit]
	tell.call(value)
	made.value_changed.connect(tell)
	column.add_child(made)
	return made


func tell_network() -> void:
	network_changed.emit(latency.value / 1000.0, jitter.value / 1000.0, loss.value / 100.0)


func choice(title: String, values: Dictionary[String, int], chosen: Callable) -> void:
	label(title, 13)
	var made: OptionButton = OptionButton.new()
	for text: String in values:
		made.add_item(text, values[text])
	made.item_selected.connect(func(place: int) -> void: chosen.call(made.get_item_id(place)))
	column.add_child(made)


func toggle(title: String) -> CheckBox:
	var made: CheckBox = CheckBox.new()
	made.text = title
	made.button_pressed = true
	made.toggled.connect(
		func(_on: bool) -> void: shown_changed.emit(players.button_pressed, field.button_pressed)
	)
	column.add_child(made)
	return made


func tell(error: float, updates: float, bytes: float) -> void:
	graph.add(error)
	big.text = "%.2f m" % error
	numbers.text = ("with %.1f updates, %d bytes\nper second and player" % [updates, int(bytes)])
