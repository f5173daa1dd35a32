extends Node3D
## Bots play in an arena; their updates cross a bad network; ghosts show what comes out of it.
##
## `-- server [PORT]` and `-- client [PORT]` play over ENet instead: the server has the bots, the
## client their ghosts.
## `-- screenshot` takes pictures and checks them.

const BOTS: int = 8
const PORT: int = 24561
const HEALTH_COLOR: Color = Color(0.3, 0.95, 0.5)
const WEAPONS_COLOR: Color = Color(1.0, 0.62, 0.2)

var bots: Array[DemoBot] = []
var items: Array[DemoItem] = []
var ghosts: Array[Node3D] = []
var traces: DemoTraces = DemoTraces.new()
var link: DemoLink
var convergence: AntConvergence = AntConvergence.new()
var measured: float = 0.0
var mean_error: float = 0.0
var arguments: PackedStringArray = OS.get_cmdline_user_args()

@onready var world_node: AntWorld3D = $World
@onready var map: AntPheromoneMap3D = $Map
@onready var players: Node3D = $Players
@onready var hud: CanvasLayer = $Hud


func _init() -> void:
	# Layers must be there before the map begins.
	ready.connect(start)


func start() -> void:
	add_child(preload("res://view.gd").new())
	world_node.convergence = convergence
	world_node.rebuild()
	map.layers = [layer(&"health", HEALTH_COLOR), layer(&"weapons", WEAPONS_COLOR)]
	hud.freshness_changed.connect(set_freshness)
	hud.curve_changed.connect(func(curve: int) -> void: convergence.curve = curve)
	hud.shown_changed.connect(show_only)
	add_child(traces)
	hud.show_legend(legend())
	if "client" in arguments or "server" in arguments:
		add_child(preload("res://online.gd").new(self, "server" in arguments, port()))
		return
	add_items()
	for number: int in BOTS:
		add_bot(number)
		add_ghost(number)
	link = DemoLink.new(self)
	hud.network_changed.connect(link.configure)
	add_child(link)
	if "screenshot" in arguments:
		add_child(preload("res://screenshot.gd").new(self))


func legend() -> Array[Array]:
	var rows: Array[Array] = []
	if not "client" in arguments:
		rows.append(["player, where it is", Color(0.75, 0.5, 0.3), false])
	if not "server" in arguments:
		rows.append(["ghost, as others see it", Color(1.0, 0.7, 0.3), true])
	if rows.size() == 2:
		rows.append(["how far off it is", DemoTraces.ERROR_COLOR, false])
	rows.append(["health and its scent", HEALTH_COLOR, false])
	rows.append(["weapons and their scent", WEAPONS_COLOR, false])
	return rows


func port() -> int:
	return arguments[1].to_int() if arguments.size() > 1 else PORT


func layer(layer_name: StringName, color: Color) -> AntLayer:
	var made: AntLayer = AntLayer.new()
	made.name = layer_name
	made.evaporation = 0.88
	made.diffusion = 0.8
	made.color = color
	return made


func add_items() -> void:
	for place: Vector2 in [Vector2(-13, 3), Vector2(13, -3), Vector2(0, 13.5), Vector2(0, -13.5)]:
		add_item(&"health", HEALTH_COLOR, place)
	for place: Vector2 in [
		Vector2(-12, -8), Vector2(12, 8), Vector2(-5, -1.5), Vector2(5, 1.5), Vector2(-6, 12)
	]:
		add_item(&"weapons", WEAPONS_COLOR, place)


func add_item(kind: StringName, color: Color, place: Vector2) -> void:
	var item: DemoItem = DemoItem.new()
	item.layer = kind
	item.color = color
	item.strength = 30.0
	item.position = Vector3(place.x, 0, place.y)
	add_child(item)
	items.append(item)


func add_bot(number: int) -> DemoBot:
	var bot: DemoBot = DemoBot.new()
	bot.color = Color.from_hsv(DemoLooks.hue(number, BOTS), 0.6, 0.8)
	bot.shot.connect(traces.shoot)
	bot.world = world_node.get_world()
	bot.random.seed = number + 1
	bot.position = bot.world.nearest(
		Vector3(cos(number * TAU / BOTS), 0, sin(number * TAU / BOTS)) * 11.0, 5.0
	)
	players.add_child(bot)
	bot.sender.network_id = number
	bots.append(bot)
	return bot


func add_ghost(number: int) -> void:
	var shown: Node3D = Node3D.new()
	shown.add_child(DemoLooks.ghost(Color.from_hsv(DemoLooks.hue(number, BOTS), 0.75, 1.0)))
	var ghost: AntGhost3D = AntGhost3D.new()
	ghost.name = "Ghost"
	ghost.network_id = number
	shown.add_child(ghost)
	add_child(shown)
	ghosts.append(shown)


func set_freshness(freshness: float) -> void:
	for shown: Node in ghosts + players.get_children():
		if shown.has_node(^"Ghost"):
			(shown.get_node(^"Ghost") as AntGhost3D).freshness = freshness


func show_only(true_players: bool, field: bool) -> void:
	players.visible = true_players
	map.overlay = field


func _physics_process(delta: float) -> void:
	for bot: DemoBot in bots:
		bot.think(items, bots, delta)


func _process(delta: float) -> void:
	measured += delta
	if ghosts.is_empty() or bots.is_empty():
		return
	var sum: float = 0.0
	for number: int in bots.size():
		sum += ghosts[number].position.distance_to(bots[number].position)
		if players.visible:
			traces.join(ghosts[number].position, bots[number].position)
	mean_error = sum / bots.size()
	var seconds: float = maxf(measured, 0.001) * bots.size()
	hud.tell(mean_error, link.updates() / seconds, link.bytes / seconds)
