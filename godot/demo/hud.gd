extends CanvasLayer
## Sliders, choices and numbers.

signal network_changed(latency: float, jitter: float, loss: float)
signal model_changed(model: int)
signal curve_changed(curve: int)
signal shown_changed(players: bool, field: bool)

const MODELS: Dictionary[String, int] = {
	"Auto (mixes all by their errors)": AntProfile.AUTO,
	"AntReckoning (pheromones)": AntProfile.ANT,
	"Trail": AntProfile.TRAIL,
	"Damped": AntProfile.DAMPED,
	"First order": AntProfile.FIRST_ORDER,
	"Second order": AntProfile.SECOND_ORDER,
	"None (last update)": AntProfile.STILL,
}
const CURVES: Dictionary[String, int] = {
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
var numbers: Label
var graph: DemoGraph


func _ready() -> void:
	var panel: PanelContainer = PanelContainer.new()
	var style: StyleBoxFlat = StyleBoxFlat.new()
	style.bg_color = Color(0.06, 0.07, 0.1, 0.86)
	style.set_corner_radius_all(10)
	style.set_content_margin_all(16)
	panel.add_theme_stylebox_override("panel", style)
	panel.position = Vector2(16, 16)
	panel.custom_minimum_size = Vector2(300, 0)
	add_child(panel)
	column = VBoxContainer.new()
	column.add_theme_constant_override("separation", 6)
	panel.add_child(column)
	label("antreckon", 24)
	label("Solid: where players are. Glowing: their ghosts,\nas another machine shows them.", 12)
	latency = slider("Latency", "ms", 0, 400, 80)
	jitter = slider("Jitter", "ms", 0, 150, 15)
	loss = slider("Loss", "%", 0, 50, 5)
	choice("Prediction", MODELS, func(value: int) -> void: model_changed.emit(value))
	choice("Convergence", CURVES, func(value: int) -> void: curve_changed.emit(value))
	players = toggle("True players")
	field = toggle("Pheromone field")
	graph = DemoGraph.new()
	graph.custom_minimum_size = Vector2(268, 64)
	column.add_child(graph)
	numbers = label("", 14)


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
	made.value_changed.connect(func(_now: float) -> void: tell_network())
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
	numbers.text = (
		"Mean error  %.2f m\n%.1f updates and %d bytes per second\nper player"
		% [error, updates, int(bytes)]
	)
