extends RefCounted
## The nodes in a scene of three dimensions.

const SECOND: int = 1_000_000_000

var runner: SceneTree
var now: int = 0


func mesh_of(corners: PackedVector3Array, polygons: Array[PackedInt32Array]) -> NavigationMesh:
	var mesh: NavigationMesh = NavigationMesh.new()
	mesh.vertices = corners
	for polygon: PackedInt32Array in polygons:
		mesh.add_polygon(polygon)
	return mesh


func square(size: float) -> NavigationMesh:
	return mesh_of(
		[Vector3.ZERO, Vector3(size, 0, 0), Vector3(size, 0, size), Vector3(0, 0, size)],
		[PackedInt32Array([0, 1, 2, 3])]
	)


func region_with(mesh: NavigationMesh) -> NavigationRegion3D:
	var region: NavigationRegion3D = NavigationRegion3D.new()
	region.navigation_mesh = mesh
	return region


func scene_with(nodes: Array[Node]) -> Node3D:
	var scene: Node3D = Node3D.new()
	for node: Node in nodes:
		scene.add_child(node)
	runner.root.add_child(scene)
	return scene


func test_a_world_reads_hand_made_meshes() -> void:
	var region: NavigationRegion3D = region_with(square(10.0))
	region.position = Vector3(100, 2, 0)
	var world: AntWorld3D = AntWorld3D.new()
	world.navigation_mesh = square(4.0)
	scene_with([region, world])
	var level: AntWorld = world.get_world()
	runner.check_equal(level.polygon_count(), 2, "polygons")
	runner.check(level.is_walkable(Vector3(105, 2, 5), 0.1), "the region lies where it is")
	runner.check(level.is_walkable(Vector3(2, 0, 2), 0.1), "the mesh too")
	runner.check(not level.is_walkable(Vector3(50, 0, 2), 1.0), "between them is nothing")


## A floor of 20 m with a wall across it that leaves a gap of 4 m, baked by the engine.
func baked_region(gap_at: float) -> NavigationRegion3D:
	var mesh: NavigationMesh = NavigationMesh.new()
	mesh.agent_radius = 0.5
	var region: NavigationRegion3D = region_with(mesh)
	for box: AABB in [
		AABB(Vector3(-10, -1, -10), Vector3(20, 1, 20)),
		AABB(Vector3(-1, 0, -10), Vector3(2, 3, gap_at + 8)),
		AABB(Vector3(-1, 0, gap_at + 2), Vector3(2, 3, 8 - gap_at)),
	]:
		var instance: MeshInstance3D = MeshInstance3D.new()
		var shape: BoxMesh = BoxMesh.new()
		shape.size = box.size
		instance.mesh = shape
		instance.position = box.get_center()
		region.add_child(instance)
	return region


func test_a_world_follows_bakes_and_rebakes() -> void:
	var region: NavigationRegion3D = baked_region(0.0)
	var world: AntWorld3D = AntWorld3D.new()
	world.cell_size = 0.5
	scene_with([region, world])
	var level: AntWorld = world.get_world()
	runner.check_equal(level.polygon_count(), 0, "nothing is baked")
	var rebuilds: Array[int] = [0]
	world.rebuilt.connect(func() -> void: rebuilds[0] += 1)
	region.bake_navigation_mesh(false)
	await runner.process_frame
	runner.check(rebuilds[0] > 0, "it was told")
	runner.check(level.polygon_count() > 2, "polygons: %d" % level.polygon_count())
	var path: PackedVector3Array = level.find_path(Vector3(-6, 0, 6), Vector3(6, 0, 6))
	runner.check(path.size() > 2, "around the wall: %s" % str(path))
	var middle: float = 0.0
	for point: Vector3 in path:
		middle = maxf(middle, 6.0 - point.z)
	runner.check(middle > 3.0, "through the gap in the middle: %s" % str(path))
	# The wall moves: the gap is elsewhere.
	(region.get_child(1) as Node3D).position.z -= 6.0
	(region.get_child(2) as Node3D).position.z -= 6.0
	region.bake_navigation_mesh(false)
	await runner.process_frame
	runner.check(
		level.find_path(Vector3(-6, 0, 6), Vector3(6, 0, 6)).size() > 1, "there is another way"
	)
	runner.check_near(
		level.walk(Vector3(-6, 0, 6), Vector3(6, 0, 6)), Vector3(6, 0, 6), 1.0, "now straight"
	)
	region.free()
	runner.check_equal(level.polygon_count(), 0, "a region that goes takes its polygons along")


func test_regions_come_and_go() -> void:
	var first: NavigationRegion3D = region_with(square(10.0))
	var second: NavigationRegion3D = region_with(square(10.0))
	second.position = Vector3(50, 0, 0)
	var world: AntWorld3D = AntWorld3D.new()
	var scene: Node3D = scene_with([first, second, world])
	var level: AntWorld = world.get_world()
	runner.check_equal(level.polygon_count(), 2, "two of them")
	first.free()
	world.rebuild()
	runner.check_equal(level.polygon_count(), 1, "one was freed before all was read again")
	scene.remove_child(second)
	runner.check_equal(level.polygon_count(), 0, "the other is out of the scene")
	scene.add_child(second)
	runner.check(level.is_walkable(Vector3(55, 0, 5), 0.1), "and in it again")
	for time: int in 20:
		var another: NavigationRegion3D = region_with(square(4.0))
		another.position = Vector3(0, 0, 100)
		scene.add_child(another)
		world.rebuild()
		runner.check_equal(level.polygon_count(), 2, "another comes")
		another.free()
	runner.check_equal(level.polygon_count(), 1, "all of them went")


func test_navigation_links_are_ways() -> void:
	var far: NavigationRegion3D = region_with(square(10.0))
	far.position = Vector3(20, 0, 0)
	var link: NavigationLink3D = NavigationLink3D.new()
	link.position = Vector3(8, 0, 5)
	link.end_position = Vector3(14, 0, 0)
	var world: AntWorld3D = AntWorld3D.new()
	scene_with([region_with(square(10.0)), far, link, world])
	var level: AntWorld = world.get_world()
	var here: Vector3 = Vector3(2, 0, 5)
	var there: Vector3 = Vector3(28, 0, 5)
	runner.check(level.find_path(here, there).size() > 1, "across the gap")
	link.bidirectional = false
	world.rebuild()
	runner.check(level.find_path(here, there).size() > 1, "that way")
	runner.check_equal(level.find_path(there, here).size(), 0, "and not back")
	link.enabled = false
	world.rebuild()
	runner.check_equal(level.find_path(here, there).size(), 0, "switched off")
	link.enabled = true
	world.navigation_links = false
	world.rebuild()
	runner.check_equal(level.find_path(here, there).size(), 0, "or not wanted")


func test_a_world_brings_trained_files_along() -> void:
	var shown: Array[Vector3] = []
	for file: String in ["", "res://files/fold0.weights"]:
		var world: AntWorld3D = AntWorld3D.new()
		world.weights_file = file
		var remote: Node3D = Node3D.new()
		var ghost: AntGhost3D = AntGhost3D.new()
		ghost.profile = AntProfile.new()
		ghost.profile.model = AntProfile.KINEMATIC
		remote.add_child(ghost)
		var scene: Node3D = scene_with([region_with(square(200.0)), world, remote])
		now = 0
		AntClock.set_time(0)
		for update: int in 20:
			var angle: float = update * 0.2
			var place: Vector3 = Vector3(50 + 5 * cos(angle), 0, 50 + 5 * sin(angle))
			ghost.observe(place, Vector3(-sin(angle), 0, cos(angle)) * 8.0)
			await ticks(6)
		shown.append(ghost.predicted_position())
		scene.free()
	runner.check(shown[0] != shown[1], "other weights predict otherwise: %s" % str(shown))
	var broken: AntWorld3D = AntWorld3D.new()
	broken.strategies_file = "res://project.godot"
	broken.bank_files = ["res://nothing.bank"]
	scene_with([region_with(square(10.0)), broken])
	runner.check_error("nothing.bank", "a missing file")
	runner.check_equal(broken.get_world().polygon_count(), 1, "the level is there all the same")


func test_a_map_begins_with_earlier_trails() -> void:
	var saved: Array[PackedByteArray] = []
	for file: String in ["", "user://test.trails"]:
		var nodes: AntPheromoneMap3D = AntPheromoneMap3D.new()
		nodes.trails_file = file
		var remote: Node3D = Node3D.new()
		var ghost: AntGhost3D = AntGhost3D.new()
		remote.add_child(ghost)
		var scene: Node3D = scene_with([region_with(square(60.0)), AntWorld3D.new(), nodes, remote])
		now = 0
		AntClock.set_time(0)
		if file == "":
			for update: int in 30:
				ghost.observe(Vector3(5 + update * 0.5, 0, 20), Vector3(5, 0, 0))
				await ticks(6)
		saved.append(nodes.get_map().save_trails())
		if file == "":
			FileAccess.open("user://test.trails", FileAccess.WRITE).store_buffer(saved[0])
		scene.free()
	runner.check(saved[0].size() > 200, "trails: %d bytes" % saved[0].size())
	runner.check_equal(saved[1], saved[0], "the same as before")


func test_doors_are_nodes_of_a_group() -> void:
	var door: MeshInstance3D = MeshInstance3D.new()
	var shape: BoxMesh = BoxMesh.new()
	shape.size = Vector3(1, 3, 20)
	door.mesh = shape
	door.position = Vector3(5, 1, 5)
	door.add_to_group(&"ant_door")
	var world: AntWorld3D = AntWorld3D.new()
	scene_with([region_with(square(10.0)), door, world])
	var level: AntWorld = world.get_world()
	var changes: Array[bool] = []
	world.door_changed.connect(func(_door: Node, open: bool) -> void: changes.append(open))
	runner.check(not world.is_door_open(door), "closed at first")
	runner.check_equal(level.find_path(Vector3(1, 0, 5), Vector3(9, 0, 5)).size(), 0, "no way")
	runner.check(world.set_door_open(door, true), "it opens")
	runner.check(world.is_door_open(door), "it is open")
	runner.check(level.find_path(Vector3(1, 0, 5), Vector3(9, 0, 5)).size() > 1, "a way")
	runner.check_equal(changes, [true] as Array[bool], "told once")


func layer(layer_name: StringName) -> AntLayer:
	var made: AntLayer = AntLayer.new()
	made.name = layer_name
	made.evaporation = 0.9
	return made


func test_points_of_interest_smell() -> void:
	var world: AntWorld3D = AntWorld3D.new()
	var nodes: AntPheromoneMap3D = AntPheromoneMap3D.new()
	nodes.layers = [layer(&"health"), layer(&"flags")] as Array[AntLayer]
	nodes.overlay = true
	var item: AntPointOfInterest3D = AntPointOfInterest3D.new()
	item.layer = &"flags"
	item.position = Vector3(3, 0, 3)
	scene_with([region_with(square(20.0)), item, nodes, world])
	AntClock.set_time(0)
	await ticks(10)
	var map: AntPheromoneMap = nodes.get_map()
	runner.check(map.value_at(1, Vector3(3, 0, 3)) > 10.0, "it smells")
	runner.check_equal(map.total(0), 0.0, "only in its layer")
	runner.check(nodes.get_child_count() == 1, "the overlay is drawn")
	var overlay: MeshInstance3D = nodes.get_child(0)
	runner.check(overlay.mesh.get_surface_count() == 1, "with squares")
	item.available = false
	await ticks(90)
	runner.check(map.value_at(1, Vector3(3, 0, 3)) < 1.0, "taken: it fades")
	item.available = true
	item.moving = true
	item.position = Vector3(15, 0, 15)
	await ticks(60)
	runner.check(map.value_at(1, Vector3(15, 0, 15)) > 10.0, "it smells where it is now")
	item.need_dependent = true
	for occasion: int in 20:
		nodes.observe_pickup(&"flags", 1.0, true)
		nodes.observe_pickup(&"flags", 0.0, false)
	nodes.set_need(&"flags", 0.0)
	await ticks(90)
	var full: float = map.value_at(1, Vector3(15, 0, 15))
	nodes.set_need(&"flags", 1.0)
	await ticks(90)
	runner.check(map.value_at(1, Vector3(15, 0, 15)) > 5.0 * full, "need makes it smell more")
	item.free()
	await ticks(90)
	runner.check(map.value_at(1, Vector3(15, 0, 15)) < 1.0, "gone: it fades")
	nodes.overlay = false
	await ticks(2)
	runner.check_equal(nodes.get_child_count(), 0, "the overlay goes")


## Physics ticks on a clock of our own.
func ticks(count: int) -> void:
	for tick: int in count:
		now += SECOND / 60
		AntClock.set_time(now)
		await runner.physics_frame


func test_a_sender_moves_a_ghost() -> void:
	var player: Node3D = Node3D.new()
	var sender: AntSender3D = AntSender3D.new()
	player.add_child(sender)
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	remote.add_child(ghost)
	var world: AntWorld3D = AntWorld3D.new()
	scene_with([region_with(square(200.0)), world, player, remote])
	var counts: Dictionary = {"sent": 0, "appeared": 0, "teleported": 0, "vanished": 0}
	sender.packet_ready.connect(
		func(packet: PackedByteArray) -> void:
			counts["sent"] += 1
			ghost.receive(packet)
	)
	ghost.appeared.connect(func() -> void: counts["appeared"] += 1)
	ghost.teleported.connect(func(_place: Vector3) -> void: counts["teleported"] += 1)
	ghost.vanished.connect(func() -> void: counts["vanished"] += 1)
	AntClock.set_time(0)
	var worst: float = 0.0
	for tick: int in 240:
		var angle: float = tick / 60.0
		player.position = Vector3(20 + 5 * cos(angle), 0, 20 + 5 * sin(angle))
		player.rotation.y = -angle
		await ticks(1)
		if tick > 30:
			worst = maxf(worst, remote.position.distance_to(player.position))
	runner.check(worst < 0.75, "never far off: %f m" % worst)
	runner.check(absf(angle_difference(remote.rotation.y, player.rotation.y)) < 0.5, "and turned")
	runner.check(counts["sent"] > 4 and counts["sent"] < 120, "packets: %d" % counts["sent"])
	runner.check_equal(counts["appeared"], 1, "appeared")
	runner.check_near(ghost.shown_velocity().length(), 5.0, 1.5, "its speed is known")
	runner.check(ghost.is_shown() and not ghost.is_silent(), "shown")
	player.position = Vector3(100, 0, 100)
	sender.teleport()
	await ticks(4)
	runner.check_near(remote.position, player.position, 0.3, "it jumps along")
	runner.check(counts["teleported"] >= 1, "and says so")
	sender.frozen = true
	await ticks(4)
	runner.check(ghost.is_frozen(), "it is held")
	sender.frozen = false
	await ticks(4)
	runner.check(not ghost.is_frozen(), "it goes on")
	sender.active = false
	await ticks(2)
	runner.check_equal(counts["vanished"], 1, "it leaves")
	runner.check(not ghost.is_shown(), "nobody is shown")
	sender.active = true
	await ticks(4)
	runner.check_equal(counts["appeared"], 2, "and comes back")


## Two players of one machine, to one observer: a packet tells of both, and replies come back.
func test_senders_share_packets_and_hear_replies() -> void:
	var scene: Array[Node] = [AntWorld3D.new(), region_with(square(200.0))]
	var senders: Array[AntSender3D] = []
	var ghosts: Array[AntGhost3D] = []
	for number: int in 2:
		var player: Node3D = Node3D.new()
		senders.append(AntSender3D.new())
		senders[number].network_id = 10 + number
		player.add_child(senders[number])
		var remote: Node3D = Node3D.new()
		ghosts.append(AntGhost3D.new())
		ghosts[number].network_id = 10 + number
		remote.add_child(ghosts[number])
		scene.append_array([player, remote])
	scene_with(scene)
	AntClock.set_time(0)
	var packets: int = 0
	for tick: int in 240:
		for number: int in 2:
			var angle: float = tick / 60.0 + number
			var player: Node3D = senders[number].get_parent()
			player.position = Vector3(60 + 5 * cos(angle), 0, 60 + 5 * sin(angle))
		await ticks(1)
		while true:
			var packet: PackedByteArray = senders[0].packet_for(5)
			if packet.is_empty():
				break
			packets += 1
			ghosts[1].receive(packet)
		var reply: PackedByteArray = ghosts[0].reply()
		if not reply.is_empty():
			senders[1].receive(5, reply)
	for number: int in 2:
		var player: Node3D = senders[number].get_parent()
		var remote: Node3D = ghosts[number].get_parent()
		runner.check_near(remote.position, player.position, 0.75, "player %d" % number)
	var stats: Dictionary = senders[0].stats(5)
	runner.check(stats["packets"] == packets and stats["updates"] > packets, str(stats))
	var peer: Dictionary = ghosts[0].peer_stats()
	runner.check(peer["players"] == 2 and peer["round_trip"] >= 0, str(peer))
	runner.check_equal(ghosts[0].player_stats()["peer"], 1, "whose it is")
	ghosts[0].forget_peer()
	await ticks(2)
	runner.check(not ghosts[1].is_shown(), "the machine is gone")


func test_ghosts_take_what_a_synchronizer_brings() -> void:
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	remote.add_child(ghost)
	scene_with([remote])
	AntClock.set_time(0)
	for update: int in 20:
		ghost.observe(Vector3(update * 0.5, 0, 0), Vector3(5, 0, 0))
		await ticks(6)
	runner.check_near(remote.position.x, 10.0, 0.7, "ten metres on")
	ghost.observe_teleport(Vector3(50, 0, 0))
	await ticks(2)
	runner.check_near(remote.position.x, 50.0, 0.1, "moved")
	remote.rotation.y = 1.0
	ghost.observe(Vector3(50, 0, 0), Vector3.ZERO)
	await ticks(2)
	runner.check_near(remote.rotation.y, 1.0, 0.001, "who is not told how it faces is not turned")
	for update: int in 10:
		ghost.observe_turned(Vector3(50, 0, 0), Vector3.ZERO, Quaternion(Vector3.UP, 2.0))
		await ticks(6)
	runner.check_near(remote.rotation.y, 2.0, 0.05, "turned")


## The host's own messages, with times on a clock that is known.
func test_ghosts_take_dated_states() -> void:
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	remote.add_child(ghost)
	scene_with([remote])
	AntClock.set_time(0)
	for update: int in 30:
		# A tenth of a second late; the other clock is an hour ahead.
		var then: float = now * 1e-9 - 0.1
		ghost.set_clock(now + 3600 * SECOND)
		ghost.observe_at(
			Vector3(then * 5.0, 0, 0), Vector3(5, 0, 0), now - SECOND / 10 + 3600 * SECOND
		)
		await ticks(6)
	runner.check_near(remote.position.x, now * 5e-9, 0.2, "where it is now")


func test_ghosts_are_drawn_together_and_leave_alone() -> void:
	var remotes: Array[Node] = []
	for number: int in 50:
		var remote: Node3D = Node3D.new()
		var ghost: AntGhost3D = AntGhost3D.new()
		ghost.network_id = number
		remote.add_child(ghost)
		remotes.append(remote)
	scene_with(remotes)
	AntClock.set_time(0)
	for update: int in 10:
		for number: int in 50:
			if is_instance_valid(remotes[number]):
				(remotes[number].get_child(0) as AntGhost3D).observe(
					Vector3(update * 0.2, 0, number), Vector3(2, 0, 0)
				)
		await ticks(6)
		if update == 5:
			remotes[7].free()
	runner.check_near((remotes[8] as Node3D).position, Vector3(2, 0, 8), 0.3, "one of them")
	runner.check_near((remotes[49] as Node3D).position, Vector3(2, 0, 49), 0.3, "another")


## The world's convergence counts for all its ghosts, and may change at any time.
func test_a_world_says_how_ghosts_converge() -> void:
	var world: AntWorld3D = AntWorld3D.new()
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	remote.add_child(ghost)
	scene_with([region_with(square(200.0)), world, remote])
	AntClock.set_time(0)
	var steps: PackedFloat32Array = []
	for curve: int in [AntConvergence.CHASE, AntConvergence.SNAP]:
		world.convergence = AntConvergence.new()
		world.convergence.curve = curve
		var side: float = 20.0 + 10.0 * curve
		for update: int in 20:
			ghost.observe(Vector3(50, 0, side), Vector3.ZERO)
			await ticks(6)
		ghost.observe(Vector3(51.5, 0, side), Vector3.ZERO)
		await ticks(2)
		steps.append(remote.position.x - 50.0)
	runner.check(steps[0] < 1.2, "it slides: %s" % str(steps))
	runner.check_near(steps[1], 1.5, 0.01, "it jumps: %s" % str(steps))
