extends RefCounted
## The classes for programmers.

const MILLISECOND: int = 1_000_000

var runner: SceneTree


## Two rooms of 10 m with a wall between them and a gap of 2 m in it.
func two_rooms() -> AntWorld:
	var world: AntWorld = AntWorld.create(0.5, 0.5)
	var vertices: PackedVector3Array = [
		Vector3(0, 0, 0),
		Vector3(10, 0, 0),
		Vector3(10, 0, 10),
		Vector3(0, 0, 10),
		Vector3(11, 0, 0),
		Vector3(21, 0, 0),
		Vector3(21, 0, 10),
		Vector3(11, 0, 10),
		Vector3(10, 0, 4),
		Vector3(11, 0, 4),
		Vector3(11, 0, 6),
		Vector3(10, 0, 6),
	]
	var polygons: Array[PackedInt32Array] = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
	runner.check(world.set_tile(Vector3i.ZERO, vertices, polygons), "the level is taken")
	return world


func test_a_level_answers_where_one_can_walk() -> void:
	var world: AntWorld = two_rooms()
	runner.check_equal(world.polygon_count(), 3, "polygons")
	runner.check(world.cell_count() > 700, "cells: %d" % world.cell_count())
	runner.check(world.is_walkable(Vector3(5, 0, 5), 0.5), "the first room is walkable")
	runner.check(not world.is_walkable(Vector3(10.5, 0, 1), 0.1), "the wall is not")
	var stopped: Vector3 = world.walk(Vector3(5, 0, 1), Vector3(15, 0, 1))
	runner.check_near(stopped, Vector3(10, 0, 1), 0.01, "the wall stops")
	var through: Vector3 = world.walk(Vector3(5, 0, 5), Vector3(15, 0, 5))
	runner.check_near(through, Vector3(15, 0, 5), 0.01, "the gap does not")
	var path: PackedVector3Array = world.find_path(Vector3(5, 0, 1), Vector3(15, 0, 1))
	runner.check(path.size() > 2, "the path goes through the gap: %s" % str(path))


func test_doors_and_links_change_the_ways() -> void:
	var world: AntWorld = two_rooms()
	var door: int = world.add_door(AABB(Vector3(10.2, -1, 3), Vector3(0.6, 3, 4)), false)
	runner.check(door != 0, "there is a door")
	runner.check(not world.is_door_open(door), "it is closed")
	runner.check_equal(world.find_path(Vector3(5, 0, 5), Vector3(15, 0, 5)).size(), 0, "no way")
	runner.check(world.set_door_open(door, true), "it opens")
	runner.check(world.find_path(Vector3(5, 0, 5), Vector3(15, 0, 5)).size() > 1, "a way")
	world.set_door_open(door, false)
	var link: int = world.add_link(
		Vector3(5, 0, 1), Vector3(15, 0, 1), AntWorld.LINK_TELEPORT, true, 0.5
	)
	runner.check(world.find_path(Vector3(5, 0, 5), Vector3(15, 0, 5)).size() > 1, "by the link")
	runner.check(world.remove_link(link), "the link goes")
	runner.check(world.remove_door(door), "the door goes")
	runner.check(world.remove_tile(Vector3i.ZERO), "the tile goes")
	runner.check_equal(world.cell_count(), 0, "cells of nothing")


func test_equal_levels_have_equal_hashes() -> void:
	runner.check_equal(two_rooms().state_hash(), two_rooms().state_hash(), "hash")


func test_pheromone_spreads_and_fades() -> void:
	var world: AntWorld = two_rooms()
	var layer: AntLayer = AntLayer.new()
	layer.evaporation = 0.9
	var map: AntPheromoneMap = AntPheromoneMap.create(world, [layer], 20.0, 0)
	runner.check(map.add_source(7, 0, Vector3(2, 0, 2), 10.0, false), "a source")
	var near: float = map.value_at(0, Vector3(2, 0, 2))
	var far: float = map.value_at(0, Vector3(5, 0, 5))
	runner.check(near > far and far > 0.0, "static sources are there at once: %f %f" % [near, far])
	var slope: Vector3 = map.gradient_at(Vector3(4, 0, 2), PackedFloat32Array([1.0]))
	runner.check(slope.x < 0.0, "it smells better on the left: %s" % str(slope))
	map.set_source_active(7, false)
	map.step_to(2000 * MILLISECOND)
	runner.check_equal(map.time(), 2000 * MILLISECOND, "time of the map")
	runner.check(map.value_at(0, Vector3(2, 0, 2)) < 0.1 * near, "it fades")


func test_steps_in_threads_give_the_same_bits() -> void:
	var hashes: PackedInt64Array = []
	for threads: bool in [false, true]:
		var map: AntPheromoneMap = AntPheromoneMap.create(two_rooms(), [AntLayer.new()], 20.0, 0)
		map.add_source(1, 0, Vector3(3, 0, 3), 30.0, true)
		map.add_source(2, 0, Vector3(18, 0, 8), -5.0, true)
		if threads:
			map.step_to_in_threads(5000 * MILLISECOND)
		else:
			map.step_to(5000 * MILLISECOND)
		hashes.append(map.state_hash())
	runner.check_equal(hashes[0], hashes[1], "hash of the map")


func test_a_map_is_restored_from_its_snapshot() -> void:
	var world: AntWorld = two_rooms()
	var map: AntPheromoneMap = AntPheromoneMap.create(world, [AntLayer.new()], 20.0, 0)
	map.add_source(1, 0, Vector3(3, 0, 3), 30.0, true)
	map.step_to(1000 * MILLISECOND)
	var bytes: PackedByteArray = map.snapshot()
	var before: int = map.state_hash()
	map.step_to(2000 * MILLISECOND)
	runner.check(map.state_hash() != before, "it went on")
	runner.check(map.restore(bytes), "restored")
	runner.check_equal(map.state_hash(), before, "hash")


func test_a_predictor_predicts_and_explains() -> void:
	var predictor: AntPredictor = AntPredictor.create(two_rooms(), 8)
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.FIRST_ORDER
	profile.obstacle = AntProfile.SLIDE
	var entity: int = predictor.add_entity(profile)
	predictor.observe(entity, 0, Vector3(2, 0, 2), Vector3(4, 0, 0))
	var there: Vector3 = predictor.predict(entity, 500 * MILLISECOND)
	runner.check_near(there, Vector3(4, 0, 2), 0.001, "half a second on")
	var wall: Vector3 = predictor.predict(entity, 4000 * MILLISECOND)
	runner.check_near(wall.x, 10.0, 0.05, "the wall stops it")
	var why: Dictionary = predictor.explain(entity, 500 * MILLISECOND)
	runner.check_near(why["velocity"], Vector3(2, 0, 0), 0.001, "by its velocity")
	runner.check(predictor.remove_entity(entity), "it goes")
	runner.check_equal(predictor.entity_count(), 0, "entities")


func test_batches_in_threads_give_the_same_bits() -> void:
	var predictor: AntPredictor = AntPredictor.create(null, 4096)
	var entities: PackedInt64Array = []
	for number: int in 2000:
		var entity: int = predictor.add_entity(null)
		predictor.observe(entity, 0, Vector3(number, 0, 0), Vector3(sin(number), 0, cos(number)))
		entities.append(entity)
	var plain: PackedVector3Array = predictor.predict_batch(entities, 700 * MILLISECOND)
	var threads: PackedVector3Array = predictor.predict_batch_in_threads(
		entities, 700 * MILLISECOND
	)
	runner.check(plain == threads, "equal")
	runner.check_equal(plain.size(), 2000, "size")
	entities[5] = 123
	var spoiled: PackedVector3Array = predictor.predict_batch(entities, 700 * MILLISECOND)
	runner.check_equal(spoiled[5], Vector3.INF, "an unknown one is told apart")
	runner.check_equal(spoiled[6], plain[6], "the others go on")
