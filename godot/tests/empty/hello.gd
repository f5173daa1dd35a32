extends SceneTree
## A project with nothing but the addon: a ghost moves.


func _initialize() -> void:
	await process_frame
	var player: Node3D = Node3D.new()
	var ghost: Node3D = ClassDB.instantiate(&"AntGhost3D")
	player.add_child(ghost)
	root.add_child(player)
	for update: int in 10:
		ghost.call("observe", Vector3(update * 0.5, 0, 0), Vector3(5, 0, 0))
		for frame: int in 6:
			await process_frame
	var moved: bool = player.position.x > 3.0
	if not moved:
		print("not true: the ghost moves: %s" % player.position)
	print("%d passed, %d failed" % [int(moved), int(not moved)])
	quit(0 if moved else 1)
