extends Node
## Looks on while the project of the README runs: on both clients the other one's player is shown,
## moves, and is where it says.

## The second client joins late.
const SECONDS: float = 14.0
const SETTLED: float = 9.0
## Who began earlier stays until the others have seen enough.
const LINGER: float = 7.0
## Metres that a player who runs in circles moves in a second, at least.
const MOVED: float = 2.0

var ages: float = 0.0
var travelled: Dictionary[String, float] = {}
var places: Dictionary[String, Vector3] = {}


func _process(delta: float) -> void:
	Engine.max_fps = 60
	ages += delta
	var players: Node = get_tree().current_scene.get_node(^"Players")
	if ages > SETTLED:
		for player: Node3D in players.get_children():
			var title: String = player.name
			if title in places:
				var step: float = player.position.distance_to(places[title])
				travelled[title] = travelled.get(title, 0.0) + step
			places[title] = player.position
	if ages > SECONDS:
		set_process(false)
		report(players)


func report(players: Node) -> void:
	var passed: int = 0
	var failed: int = 0
	for player: Node3D in players.get_children():
		var own: bool = player.is_multiplayer_authority()
		var shown: bool = own or (player.get_node(^"AntGhost3D") as AntGhost3D).is_shown()
		var way: float = travelled.get(player.name, 0.0)
		if shown and way > MOVED * (SECONDS - SETTLED):
			passed += 1
		else:
			failed += 1
			print("not true: %s is seen (%s) and moves: %.1f m" % [player.name, shown, way])
	if players.get_child_count() != 2:
		failed += 1
		print("not true: there are two players: %d" % players.get_child_count())
	print("%d passed, %d failed" % [passed, failed])
	await get_tree().create_timer(LINGER).timeout
	get_tree().quit(0 if failed == 0 else 1)
