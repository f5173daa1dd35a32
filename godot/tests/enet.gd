extends SceneTree
## One of two processes that play over ENet on the loopback: `-- server PORT` or `-- client PORT`.
## Each has a player of its own and a ghost of the other's; where players are depends on the time
## of day alone, so that both know the truth. With `synchronizer` as well a MultiplayerSynchronizer
## carries the players' states, without it an AntReplicator, with `simulated` through a bad network
## of its own; then an outbox that nobody
## acknowledges is told the same, to compare their packets.

const SECONDS: float = 5.0
const SETTLED: float = 2.0
## Stays a little longer after its report, so that the other one sees it all.
const LINGER: float = 1.0
## The middle of the level; bytes of an update depend on how far away that is.
const MIDDLE: Vector3 = Vector3(60, 0, -80)
## As long a number as those that are made from paths.
const UNHEARD: int = 0x5A5A_5A5A


## A player whose state a MultiplayerSynchronizer carries.
class Synchronized:
	extends Node3D
	var synced_position: Vector3
	var synced_velocity: Vector3


var is_server: bool = false
var by_synchronizer: bool = false
var synchronized: int = 0
var begin: float = 0.0
var finished: bool = false
var errors: PackedFloat32Array = []
var own: Node3D
var unheard: AntOutbox = AntOutbox.create(null, null, {})
var often: AntSendRules = AntSendRules.new()
var remote: Node3D


func _initialize() -> void:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	is_server = arguments[0] == "server"
	often.heartbeat = 0.05
	unheard.set_rules(AntOutbox.EVERYBODY, often)
	by_synchronizer = "synchronizer" in arguments
	var port: int = arguments[1].to_int()
	var peer: ENetMultiplayerPeer = ENetMultiplayerPeer.new()
	var opened: Error = (
		peer.create_server(port, 1) if is_server else peer.create_client("127.0.0.1", port)
	)
	if opened != OK:
		finish("the connection cannot be opened: %d" % opened)
		return
	var multiplayer: MultiplayerAPI = get_multiplayer()
	multiplayer.multiplayer_peer = peer
	if is_server:
		multiplayer.peer_connected.connect(start)
	else:
		multiplayer.connected_to_server.connect(start.bind(1))
	create_timer(20.0).timeout.connect(func() -> void: finish("nobody connected"))


func start(_other: int) -> void:
	var client: int = _other if is_server else get_multiplayer().get_unique_id()
	var make: Callable = spawn_synchronized if by_synchronizer else spawn
	var of_server: Node3D = make.call("ServerPlayer", 1)
	var of_client: Node3D = make.call("ClientPlayer", client)
	own = of_server if is_server else of_client
	remote = of_client if is_server else of_server
	begin = Time.get_unix_time_from_system()


## The player's scene, the same on both machines.
func spawn(player_name: String, authority: int) -> Node3D:
	var player: Node3D = Node3D.new()
	player.name = player_name
	player.set_multiplayer_authority(authority)
	var sender: AntSender3D = AntSender3D.new()
	sender.rules = often
	for child: Node in [sender, AntGhost3D.new(), AntReplicator.new()]:
		child.name = child.get_class()
		player.add_child(child)
		child.set_multiplayer_authority(authority)
	root.add_child(player)
	if "simulated" in OS.get_cmdline_user_args():
		(player.get_node(^"AntReplicator") as AntReplicator).simulate_network(0.06, 0.01, 0.02)
	return player


## As the README says: keep the synchronizer, and tell the ghost what arrives.
func spawn_synchronized(player_name: String, authority: int) -> Node3D:
	var player: Synchronized = Synchronized.new()
	player.name = player_name
	var ghost: AntGhost3D = AntGhost3D.new()
	ghost.name = "AntGhost3D"
	player.add_child(ghost)
	var carried: SceneReplicationConfig = SceneReplicationConfig.new()
	for property: NodePath in [^".:synced_position", ^".:synced_velocity"]:
		carried.add_property(property)
	var synchronizer: MultiplayerSynchronizer = MultiplayerSynchronizer.new()
	synchronizer.name = "MultiplayerSynchronizer"
	synchronizer.replication_config = carried
	synchronizer.replication_interval = 0.05
	player.add_child(synchronizer)
	synchronizer.synchronized.connect(
		func() -> void:
			synchronized += 1
			ghost.observe(player.synced_position, player.synced_velocity)
	)
	player.set_multiplayer_authority(authority)
	root.add_child(player)
	return player


func truth(of_server: bool) -> Vector3:
	var time: float = fmod(Time.get_unix_time_from_system(), 1000.0) * (0.8 if of_server else -0.6)
	return MIDDLE + Vector3(cos(time) * 5.0, 0, sin(time) * 5.0)


func _physics_process(delta: float) -> bool:
	if own:
		var before: Vector3 = own.position
		own.position = truth(is_server)
		compare()
		if by_synchronizer:
			own.set("synced_position", own.position)
			own.set("synced_velocity", (own.position - before) / delta)
	return false


## What packets would be like without replies.
func compare() -> void:
	var state: AntState = AntState.new()
	state.position = own.position
	state.rotation = own.quaternion
	unheard.submit(UNHEARD, state, AntClock.now())
	unheard.packet(AntOutbox.EVERYONE, AntClock.now())


## Bytes of an update.
func size_of(stats: Dictionary) -> float:
	return stats["bytes"] / maxf(stats["updates"], 1.0)


func _process(_delta: float) -> bool:
	if remote == null:
		return false
	var elapsed: float = Time.get_unix_time_from_system() - begin
	var ghost: AntGhost3D = remote.get_node(^"AntGhost3D")
	if elapsed > SETTLED and ghost.is_shown():
		errors.append(remote.position.distance_to(truth(not is_server)))
	if elapsed > SECONDS:
		report()
	return false


func report() -> void:
	errors.sort()
	# A synchronizer sends all the time, whether anything must be said or not.
	var sent: int = 6
	var received: int = synchronized
	var replies: int = 1
	var delay: int = 1
	var shorter: bool = true
	if not by_synchronizer:
		replies = (own.get_node(^"AntReplicator") as AntReplicator).get_replies_received()
		delay = (remote.get_node(^"AntGhost3D") as AntGhost3D).get_peer_stats()["round_trip"]
		var other: int = remote.get_multiplayer_authority()
		var heard: Dictionary = (own.get_node(^"AntSender3D") as AntSender3D).stats(other)
		var loose: Dictionary = unheard.stats(AntOutbox.EVERYONE)
		shorter = size_of(heard) < 0.9 * size_of(loose)
		print("bytes per update %.1f, unheard %.1f" % [size_of(heard), size_of(loose)])
		sent = (own.get_node(^"AntReplicator") as AntReplicator).get_packets_sent()
		received = (remote.get_node(^"AntReplicator") as AntReplicator).get_packets_received()
	remote = null
	if errors.size() < 30:
		finish("only %d frames showed the ghost; %d packets came" % [errors.size(), received])
		return
	var median: float = errors[errors.size() / 2]
	var text: String = (
		"median error %.3f m over %d frames, sent %d, received %d, %d replies, round trip %d ns"
		% [median, errors.size(), sent, received, replies, delay]
	)
	# Twenty updates per second, and half a frame of each process.
	var good: bool = (
		replies > 0
		and delay > (80_000_000 if "simulated" in OS.get_cmdline_user_args() else 0)
		and shorter
		and median < 0.2
		and sent > 5
		and received > 5
		and sent < SECONDS * 60 * 0.7
	)
	print(text)
	finish("" if good else text)


func finish(problem: String) -> void:
	if finished:
		return
	finished = true
	if problem:
		print("not true: %s: %s" % ["server" if is_server else "client", problem])
	print("%d passed, %d failed" % [0 if problem else 1, 1 if problem else 0])
	create_timer(LINGER).timeout.connect(quit.bind(1 if problem else 0))
