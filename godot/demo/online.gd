extends Node
## Two machines: the server has the bots, the client their ghosts. Bots are spawned by number on
## both.

var main: Node3D
var is_server: bool
var port: int
var seconds: float = 0.001


func _init(demo: Node3D, server: bool, at_port: int) -> void:
	main = demo
	is_server = server
	port = at_port
	name = "Online"


func _ready() -> void:
	var peer: ENetMultiplayerPeer = ENetMultiplayerPeer.new()
	var opened: Error = (
		peer.create_server(port) if is_server else peer.create_client("127.0.0.1", port)
	)
	if opened != OK:
		push_error("ENet: %s" % error_string(opened))
		return
	multiplayer.multiplayer_peer = peer
	main.hud.show_side(
		"Server: the bots play here." if is_server else "Client: the ghosts of the server's bots."
	)
	if "check" in main.arguments:
		get_tree().create_timer(6.0).timeout.connect(report)
	main.add_items()
	if is_server:
		for number: int in main.items.size():
			main.items[number].taken.connect(func() -> void: take_item.rpc(number))
	for number: int in main.BOTS:
		spawn(number)


## The same nodes on both machines: on the server the sender works, on the client the ghost.
func spawn(number: int) -> void:
	var player: Node3D
	if is_server:
		player = main.add_bot(number)
	else:
		player = Node3D.new()
		var tint: Color = Color.from_hsv(DemoLooks.hue(number, main.BOTS), 0.75, 1.0)
		player.add_child(DemoLooks.ghost(tint))
		main.players.add_child(player)
		var sender: AntSender3D = AntSender3D.new()
		sender.name = "Sender"
		player.add_child(sender)
	player.name = "Player%d" % number
	var ghost: AntGhost3D = AntGhost3D.new()
	ghost.name = "Ghost"
	ghost.network_id = number
	player.add_child(ghost)
	var replicator: AntReplicator = AntReplicator.new()
	replicator.name = "Replicator"
	player.add_child(replicator)


@rpc("authority", "reliable")
func take_item(number: int) -> void:
	main.items[number].take()


func _process(delta: float) -> void:
	seconds += delta
	var packets: int = 0
	for player: Node3D in main.players.get_children():
		var replicator: AntReplicator = player.get_node(^"Replicator")
		packets += replicator.get_packets_sent() if is_server else replicator.get_packets_received()
	main.hud.numbers.text = (
		"%s %.1f packets per second and player"
		% ["sent" if is_server else "received", packets / seconds / main.BOTS]
	)


## For the test suite: whether everybody moves on the client.
func report() -> void:
	var moving: int = 0
	for player: Node3D in main.players.get_children():
		var ghost: AntGhost3D = player.get_node(^"Ghost")
		if is_server or (ghost.is_shown() and player.position.length() > 0.1):
			moving += 1
	var good: bool = moving == main.BOTS
	if not good:
		print("not true: everybody is shown: %d of %d" % [moving, main.BOTS])
	if DisplayServer.get_name() != "headless":
		var side: String = "server" if is_server else "client"
		get_viewport().get_texture().get_image().save_png("res://demo_%s.png" % side)
	print("%d passed, %d failed" % [int(good), int(not good)])
	get_tree().quit(0 if good else 1)
