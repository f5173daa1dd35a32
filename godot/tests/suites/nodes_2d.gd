extends RefCounted
## The nodes in a scene of two dimensions; the project has 50 pixels per metre.

const SECOND: int = 1_000_000_000

var runner: SceneTree
var now: int = 0


func ticks(count: int) -> void:
	for tick: int in count:
		now += SECOND / 60
		AntClock.set_time(now)
		await runner.physics_frame


func region_of(outline: PackedVector2Array) -> NavigationRegion2D:
	var polygon: NavigationPolygon = NavigationPolygon.new()
	polygon.vertices = outline
	polygon.add_polygon(PackedInt32Array(range(outline.size())))
	var region: NavigationRegion2D = NavigationRegion2D.new()
	region.navigation_polygon = polygon
	return region


func square(size: float) -> PackedVector2Array:
	return [Vector2.ZERO, Vector2(size, 0), Vector2(size, size), Vector2(0, size)]


func scene_with(nodes: Array[Node]) -> Node2D:
	var scene: Node2D = Node2D.new()
	for node: Node in nodes:
		scene.add_child(node)
	runner.root.add_child(scene)
	return scene


func test_a_world_reads_polygons_and_follows_them() -> void:
	var region: NavigationRegion2D = region_of(square(500.0))
	region.position = Vector2(1000, 0)
	var world: AntWorld2D = AntWorld2D.new()
	scene_with([region, world])
	var level: AntWorld = world.get_world()
	runner.check_equal(level.polygon_count(), 1, "polygons")
	runner.check(level.is_walkable(Vector3(25, 0, 5), 0.1), "metres, x and z")
	runner.check_equal(level.cell_count(), 100, "cells of a metre")
	var other: NavigationPolygon = NavigationPolygon.new()
	other.add_outline(square(1000.0))
	NavigationServer2D.bake_from_source_geometry_data(
		other, NavigationMeshSourceGeometryData2D.new()
	)
	region.navigation_polygon = other
	await runner.process_frame
	runner.check(level.cell_count() > 250, "cells of the larger one: %d" % level.cell_count())


func test_doors_close() -> void:
	var door: Node2D = Node2D.new()
	var shape: CollisionShape2D = CollisionShape2D.new()
	var rectangle: RectangleShape2D = RectangleShape2D.new()
	rectangle.size = Vector2(60, 1000)
	shape.shape = rectangle
	door.add_child(shape)
	door.position = Vector2(250, 250)
	door.add_to_group(&"ant_door")
	var world: AntWorld2D = AntWorld2D.new()
	scene_with([region_of(square(500.0)), door, world])
	var level: AntWorld = world.get_world()
	runner.check_equal(level.find_path(Vector3(1, 0, 5), Vector3(9, 0, 5)).size(), 0, "no way")
	world.set_door_open(door, true)
	runner.check(level.find_path(Vector3(1, 0, 5), Vector3(9, 0, 5)).size() > 1, "a way")


func test_points_of_interest_smell() -> void:
	var world: AntWorld2D = AntWorld2D.new()
	var nodes: AntPheromoneMap2D = AntPheromoneMap2D.new()
	nodes.overlay = true
	var item: AntPointOfInterest2D = AntPointOfInterest2D.new()
	item.position = Vector2(100, 100)
	scene_with([region_of(square(500.0)), nodes, item, world])
	AntClock.set_time(0)
	await ticks(10)
	runner.check(nodes.get_map().value_at(0, Vector3(2, 0, 2)) > 10.0, "at its place in metres")
	runner.check(nodes.get_child_count() == 1, "the overlay is drawn")


func test_a_sender_moves_a_ghost() -> void:
	var player: Node2D = Node2D.new()
	var sender: AntSender2D = AntSender2D.new()
	player.add_child(sender)
	var remote: Node2D = Node2D.new()
	var ghost: AntGhost2D = AntGhost2D.new()
	remote.add_child(ghost)
	sender.network_id = 1
	ghost.network_id = 1
	scene_with([region_of(square(5000.0)), AntWorld2D.new(), player, remote])
	sender.packet_ready.connect(func(packet: PackedByteArray) -> void: ghost.receive(packet))
	AntClock.set_time(0)
	var worst: float = 0.0
	for tick: int in 240:
		var angle: float = tick / 60.0
		player.position = Vector2(1000, 1000) + Vector2.from_angle(angle) * 200.0
		player.rotation = angle
		await ticks(1)
		if tick > 30:
			worst = maxf(worst, remote.position.distance_to(player.position))
	runner.check(worst < 50.0, "never far off: %f pixels" % worst)
	runner.check(absf(angle_difference(remote.rotation, player.rotation)) < 0.5, "and turned")
	runner.check_near(ghost.get_shown_velocity().length(), 200.0, 80.0, "pixels per second")
	runner.check_near(ghost.get_predicted_position(), player.position, 50.0, "predicted")
