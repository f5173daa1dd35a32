extends Node3D
## Six bots of a server, drawn by a client in every way that people draw them:
## `-- server PORT FILE SECONDS` or `-- client PORT FILE SECONDS`, through whatever network lies
## between. Each side writes what it knows with the time of day; the suite compares.

const Level: GDScript = preload("res://match/level.gd")
const Bot: GDScript = preload("res://match/bot.gd")
const Carried: GDScript = preload("res://match/carried.gd")
const ByHand: GDScript = preload("res://match/by_hand.gd")
const BOTS: int = 6
## What a synchronizer sends per second.
const RATE: float = 23.0
## The ways, in the order in which a client writes them.
const PACKETS: Array[String] = ["readme", "often"]
const STATES: Array[String] = ["observe", "past", "aged"]
const HANDS: Array[String] = ["plain", "interpolated", "lines", "slow_lines"]
const WAIT: float = 25.0

var is_server: bool = false
var file: FileAccess
var seconds: float = 0.0
var left: float = INF
var level: Node3D = Level.new()
var bots: Array[Node3D] = []
## Of every way, the drawn nodes of all bots.
var drawn: Array[Array] = []
var carried: Dictionary = {}
var ahead: float = 0.0
var best_trip: float = INF
var waited: float = 0.0


func _ready() -> void:
	Engine.max_fps = 60
	process_priority = 100
	# Bots walk before their senders look at them, as those do that walk by themselves.
	process_physics_priority = -100
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	is_server = arguments[0] == "server"
	file = FileAccess.open(arguments[2], FileAccess.WRITE)
	seconds = arguments[3].to_float()
	add_child(level)
	var peer: ENetMultiplayerPeer = ENetMultiplayerPeer.new()
	var port: int = arguments[1].to_int()
	if is_server:
		Level.write_walls(arguments[2] + ".walls")
		peer.create_server(port)
		multiplayer.peer_connected.connect(func(_id: int) -> void: left = minf(left, seconds + 3.0))
	else:
		peer.create_client("127.0.0.1", port)
		multiplayer.connected_to_server.connect(func() -> void: left = seconds)
		multiplayer.server_disconnected.connect(func() -> void: left = 0.0)
	multiplayer.multiplayer_peer = peer
	spawn()


func folder(title: String) -> Node3D:
	var made: Node3D = Node3D.new()
	made.name = title
	add_child(made)
	return made


func spawn() -> void:
	for way: String in ["States", "Slow"]:
		var of_way: Node3D = folder(way)
		carried[way] = []
		for i: int in BOTS:
			var node: Node3D = Carried.new()
			node.name = str(i)
			node.synchronizer.replication_interval = 1.0 / RATE
			of_way.add_child(node)
			carried[way].append(node)
	drawn = []
	for way: String in PACKETS:
		drawn.append(players(way))
	if is_server:
		return
	for way: String in STATES:
		drawn.append(observers(way))
	for way: String in HANDS:
		drawn.append(hands(way))


## As the README says: a sender, a ghost and a replicator under the player.
func players(way: String) -> Array[Node3D]:
	var of_way: Node3D = folder(way)
	var made: Array[Node3D] = []
	for i: int in BOTS:
		var is_bot: bool = is_server and way == "readme"
		var player: Node3D = Bot.new() if is_bot else CharacterBody3D.new()
		if is_bot:
			player.strafes = i >= BOTS / 2
			player.chance.seed = i + 1
			player.position = Vector3(-16 + 6.0 * i, 0.1, 9)
			bots.append(player)
		player.name = str(i)
		var sender: AntSender3D = AntSender3D.new()
		if way == "often":
			sender.rules = AntSendRules.new()
			sender.rules.heartbeat = 0.07
			sender.rules.distance = 0.02
			sender.target = NodePath("../../../readme/%d" % i)
		for child: Node in [sender, AntGhost3D.new(), AntReplicator.new()]:
			child.name = child.get_class()
			player.add_child(child)
		of_way.add_child(player)
		made.append(player)
	return made


## What the synchronizer brings, handed to ghosts.
func observers(way: String) -> Array[Node3D]:
	var of_way: Node3D = folder(way)
	var made: Array[Node3D] = []
	for i: int in BOTS:
		var player: Node3D = Node3D.new()
		player.name = str(i)
		var ghost: AntGhost3D = AntGhost3D.new()
		ghost.name = "AntGhost3D"
		ghost.freshness = 0.0 if way == "past" else 1.0
		player.add_child(ghost)
		of_way.add_child(player)
		made.append(player)
		var from: Node3D = carried["States"][i]
		var is_aged: bool = way == "aged"
		from.connect(&"came", func() -> void: observe(ghost, from, is_aged))
	return made


func observe(ghost: AntGhost3D, from: Node3D, is_aged: bool) -> void:
	if is_aged:
		var age: float = maxf(ByHand.seconds() + ahead - from.synced_time, 0.0)
		ghost.observe(from.synced_position, from.synced_velocity, age)
	else:
		ghost.observe(from.synced_position, from.synced_velocity)


func hands(way: String) -> Array[Node3D]:
	var of_way: Node3D = folder(way)
	var made: Array[Node3D] = []
	for i: int in BOTS:
		var player: Node3D = ByHand.new()
		player.name = str(i)
		player.way = {"plain": ByHand.Way.PLAIN, "interpolated": ByHand.Way.INTERPOLATED}.get(
			way, ByHand.Way.LINES
		)
		player.carried = carried["Slow" if way == "slow_lines" else "States"][i]
		of_way.add_child(player)
		made.append(player)
	return made


func _physics_process(delta: float) -> void:
	var tick: float = Engine.get_physics_frames() / 60.0
	if not is_server:
		if Engine.get_physics_frames() % 15 == 0 and is_connected_to_server():
			ping.rpc_id(1, ByHand.seconds())
			if left < seconds - 4.0:
				slow_down.rpc_id(1, updates(0) / (seconds - left))
		return
	level.set_open(fmod(tick, 2.0 * level.DOOR_PHASE) < level.DOOR_PHASE)
	if Engine.get_physics_frames() % 30 == 0 and not multiplayer.get_peers().is_empty():
		open_door.rpc(fmod(tick, 2.0 * level.DOOR_PHASE) < level.DOOR_PHASE)
	file.store_double(Time.get_unix_time_from_system())
	file.store_double(tick)
	for i: int in BOTS:
		var bot: CharacterBody3D = bots[i]
		bot.walk(delta)
		for way: String in carried:
			var node: Node3D = carried[way][i]
			node.synced_position = bot.global_position
			node.synced_velocity = bot.velocity
			node.synced_time = tick
		for axis: int in 3:
			file.store_float(bot.global_position[axis])


func is_connected_to_server() -> bool:
	return 1 in multiplayer.get_peers()


func _process(delta: float) -> void:
	left -= delta
	waited += delta
	if left < 0.0 or (left == INF and waited > WAIT):
		finish()
		return
	if is_server:
		return
	for way: int in range(PACKETS.size() + STATES.size(), drawn.size()):
		for hand: Node3D in drawn[way]:
			hand.ahead = ahead
			hand.draw(delta)
	if left == INF or left > seconds - 5.0:
		return
	file.store_double(Time.get_unix_time_from_system())
	for way: Array in drawn:
		for node: Node3D in way:
			var ghost: AntGhost3D = node.get_node_or_null(^"AntGhost3D")
			var shown: bool = ghost.is_shown() if ghost else node.shows()
			for axis: int in 3:
				file.store_float(node.global_position[axis] if shown else NAN)


func finish() -> void:
	if file == null:
		return
	file.close()
	file = null
	var passed: bool = left != INF
	if not is_server and passed:
		var all: Array = range(PACKETS.size() + STATES.size())
		var rates: Array = all.map(func(way: int) -> String: return str(updates(way) / seconds))
		print("updates %s" % " ".join(rates))
	if not passed:
		print("not true: somebody connects")
	print("%d passed, %d failed" % [int(passed), int(not passed)])
	get_tree().quit(int(not passed))


## Updates of one bot that came so far, by packets or states.
func updates(way: int) -> float:
	var sum: float = 0.0
	for node: Node3D in drawn[way]:
		var stats: Dictionary = (node.get_node(^"AntGhost3D") as AntGhost3D).get_player_stats()
		sum += stats["updates"]["received"] if stats else 0
	return sum / BOTS


@rpc("any_peer", "unreliable")
func ping(sent: float) -> void:
	answer.rpc_id(multiplayer.get_remote_sender_id(), sent, Engine.get_physics_frames() / 60.0)


## The clock by the fastest of the recent answers.
@rpc("authority", "unreliable")
func answer(sent: float, tick: float) -> void:
	var trip: float = ByHand.seconds() - sent
	best_trip += 0.0005
	if trip < best_trip:
		best_trip = trip
		ahead = tick + trip / 2.0 - ByHand.seconds()


@rpc("authority", "reliable")
func open_door(open: bool) -> void:
	level.set_open(open)


## A client's updates per second, at which the slow synchronizer sends as well.
@rpc("any_peer", "unreliable")
func slow_down(per_second: float) -> void:
	for node: Node3D in carried["Slow"]:
		node.synchronizer.replication_interval = 1.0 / maxf(per_second, 1.0)
