extends "res://scene_3d.gd"
## The nodes of a level in three dimensions: worlds, maps, doors, points of interest.


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
		shown.append(ghost.get_predicted_position())
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
