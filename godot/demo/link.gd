class_name DemoLink
extends Node
## The bad network between the machine that plays the bots and one that shows their ghosts: packets
## one way, replies the other. AntReplicator does the same over a real one.

## The number of the machine with the ghosts.
const OBSERVER: int = 2

var main: Node3D
var forth: AntNetworkSimulator = AntNetworkSimulator.create(0.08, 0.015, 0.05, 1)
var back: AntNetworkSimulator = AntNetworkSimulator.create(0.08, 0.015, 0.05, 2)
var packets: int = 0
var bytes: int = 0


func _init(demo: Node3D) -> void:
	main = demo
	# After all senders: a packet tells of all bots in this tick.
	process_physics_priority = 1


func configure(latency: float, jitter: float, loss: float) -> void:
	forth.configure(latency, jitter, loss)
	back.configure(latency, jitter, loss)


func _physics_process(_delta: float) -> void:
	var now: int = AntClock.now()
	# Any sender and any ghost will do: those of one machine share packets and replies.
	var sender: AntSender3D = main.bots[0].sender
	var ghost: AntGhost3D = main.ghosts[0].get_node(^"Ghost")
	take(sender.packet_for.bind(OBSERVER), send.bind(now))
	take(forth.receive.bind(now), ghost.receive)
	var reply: PackedByteArray = ghost.reply()
	if not reply.is_empty():
		back.send(now, reply)
	take(
		back.receive.bind(now), func(here: PackedByteArray) -> void: sender.receive(OBSERVER, here)
	)


## A packet may have updates of several bots.
func updates() -> int:
	return main.bots[0].sender.stats(OBSERVER)["updates"] if packets > 0 else 0


## Hands on everything that comes, until nothing does.
func take(come: Callable, hand_on: Callable) -> void:
	while true:
		var packet: PackedByteArray = come.call()
		if packet.is_empty():
			break
		hand_on.call(packet)


func send(packet: PackedByteArray, now: int) -> void:
	packets += 1
	bytes += packet.size()
	forth.send(now, packet)
