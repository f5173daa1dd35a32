extends RefCounted
## The other classes for programmers: convergence, timewarp, recordings, needs, interactions, and
## what predictors and maps load and save.

const SECOND: int = 1_000_000_000
const MILLISECOND: int = 1_000_000

var runner: SceneTree
var total: int = 0
var history: PackedInt32Array = []


func test_a_smoother_hides_corrections() -> void:
	var predictor: AntPredictor = AntPredictor.create(null, 8)
	var entity: int = predictor.add_entity(null)
	var smoother: AntSmoother = AntSmoother.create(null, null, 8)
	var forward: Vector3 = Vector3(5, 0, 0)
	for frame: int in 10:
		var now: int = frame * 16 * MILLISECOND
		var straight: Vector3 = Vector3(frame * 0.08, 0, 0)
		var drawn: Vector3 = smoother.draw(entity, now, straight, forward, Quaternion.IDENTITY)
		runner.check_near(drawn, straight, 0.001, "on its way")
	var time: int = 160 * MILLISECOND
	runner.check(smoother.correct(entity, time, Vector3(0.8, 0, 1), forward, false), "corrected")
	var last: float = 0.0
	for frame: int in 60:
		var now: int = time + frame * 16 * MILLISECOND
		var there: Vector3 = Vector3(0.8 + frame * 0.08, 0, 1)
		var drawn: Vector3 = smoother.draw(entity, now, there, forward, Quaternion.IDENTITY)
		runner.check(absf(drawn.z - last) < 0.3, "no jump: %f to %f" % [last, drawn.z])
		last = drawn.z
	runner.check_near(last, 1.0, 0.02, "it arrives")
	runner.check(smoother.last(entity)["distance"] < 0.02, "and knows it")
	var before: int = smoother.state_hash()
	var bytes: PackedByteArray = smoother.snapshot()
	smoother.correct(entity, time * 9, Vector3(90, 0, 1), forward, true)
	var jumped: PackedVector3Array = smoother.draw_batch(
		[entity, 12345], time * 9, [Vector3(90, 0, 1), Vector3.ZERO], []
	)
	runner.check_near(jumped[0], Vector3(90, 0, 1), 0.001, "who is moved jumps")
	runner.check(smoother.last(entity)["jumped"], "and it is told")
	runner.check(smoother.restore(bytes), "restored")
	runner.check_equal(smoother.state_hash(), before, "hash")
	runner.check(smoother.forget(entity), "forgotten")
	runner.check_equal(smoother.last(entity), {}, "nothing is known")
	runner.check_equal(smoother.draw_batch([1], 0, [], []).size(), 0, "lengths must fit")
	runner.check_error("as many", "lengths must fit")


func save_state() -> PackedByteArray:
	return var_to_bytes([total, history])


func load_state(bytes: PackedByteArray) -> void:
	var state: Array = bytes_to_var(bytes)
	total = state[0]
	history = state[1]


## Doubles and adds: the result depends on the order.
func execute(
	_time: int, _source: int, _sequence: int, payload: PackedByteArray, _replay: bool
) -> PackedByteArray:
	total = total * 2 + payload[0]
	history.append(payload[0])
	return PackedByteArray([total % 256])


func run(log: AntTimewarp, now: int) -> Dictionary:
	return log.run(now, save_state, load_state, execute)


func test_timewarp_gives_the_same_state_in_any_order() -> void:
	var expected: int = 0
	for number: int in 8:
		expected = expected * 2 + number + 1
	var hashes: PackedInt64Array = []
	for order: PackedInt32Array in [
		PackedInt32Array([0, 1, 2, 3, 4, 5, 6, 7]), PackedInt32Array([1, 0, 5, 2, 7, 3, 6, 4])
	]:
		total = 0
		history = []
		var log: AntTimewarp = AntTimewarp.create({"snapshot_events": 2, "window": 2.0})
		var replayed: int = 0
		for number: int in order:
			var time: int = number * 10 * MILLISECOND
			log.insert(time, 1, number, PackedByteArray([number + 1]))
			var report: Dictionary = run(log, 100 * MILLISECOND)
			runner.check_equal(report["stopped"], "", "it goes on")
			replayed += report["replayed"]
		runner.check_equal(total, expected, "the state")
		runner.check_equal(history.size(), 8, "nothing twice: %s" % str(history))
		runner.check((replayed > 0) == (order[0] == 1), "executed again: %d" % replayed)
		hashes.append(log.events_hash(0, SECOND))
	runner.check_equal(hashes[0], hashes[1], "the same events")


func test_timewarp_tells_what_became_different() -> void:
	total = 0
	history = []
	var log: AntTimewarp = AntTimewarp.create({})
	runner.check_equal(
		log.insert(20, 1, 1, PackedByteArray([1])), AntTimewarp.IN_ORDER, "the first"
	)
	run(log, 100)
	log.take_changes()
	runner.check_equal(log.insert(10, 2, 1, PackedByteArray([5])), AntTimewarp.LATE, "a late one")
	runner.check_equal(
		log.insert(10, 2, 1, PackedByteArray([5])), AntTimewarp.DUPLICATE, "it again"
	)
	var report: Dictionary = run(log, 100)
	runner.check(report["restored"] == 1 and report["changes"] == 2, str(report))
	var changes: Array[Dictionary] = log.take_changes()
	runner.check_equal(changes.size(), 2, "changes")
	runner.check_equal(changes[1]["before"], PackedByteArray([1]), "what it was")
	runner.check_equal(changes[1]["after"], PackedByteArray([11]), "what it is")
	runner.check_equal(log.take_changes().size(), 0, "told once")
	runner.check_equal(log.cancel(10, 2, 1), AntTimewarp.LATE, "taken back")
	run(log, 100)
	runner.check_equal(total, 1, "as if it had never been")
	var bytes: PackedByteArray = log.snapshot()
	var other: AntTimewarp = AntTimewarp.create({})
	runner.check(other.restore(bytes), "restored")
	runner.check_equal(other.state_hash(), log.state_hash(), "hash")
	runner.check_equal(other.event_count(), 1, "events")
	runner.check_equal(
		log.insert(100 * SECOND, 1, 9, PackedByteArray()), AntTimewarp.TOO_FAR_AHEAD, "tomorrow"
	)


func test_timewarp_refuses_what_it_cannot_do() -> void:
	runner.check_equal(AntTimewarp.create({"max_events": 1}), null, "no room")
	runner.check_error("max_events", "no room")
	var log: AntTimewarp = AntTimewarp.create({})
	log.insert(1, 1, 1, PackedByteArray([1]))
	var bad: Callable = func(_a: int, _b: int, _c: int, _d: PackedByteArray, _e: bool) -> String:
		return "no outcome"
	var report: Dictionary = log.run(10, save_state, load_state, bad)
	runner.check(String(report["stopped"]).contains("execute"), str(report))
	var meddling: Callable = func(
		_a: int, _b: int, _c: int, _d: PackedByteArray, _e: bool
	) -> Variant:
		runner.check_equal(log.insert(2, 1, 1, PackedByteArray()), -1, "it is running")
		return null
	runner.check_equal(log.run(10, save_state, load_state, meddling)["stopped"], "", "it ran")
	runner.check_error("running", "it is running")


func test_a_match_is_recorded() -> void:
	var recorder: AntRecorder = AntRecorder.create({"name": "test", "tick_hz": 20.0})
	var world: AntWorld = AntWorld.create_grid(4, 4, 1.0, Vector3.ZERO, PackedByteArray())
	runner.check(recorder.level(world), "the level")
	runner.check(recorder.add_entity(1, AntRecorder.PLAYER, 0, "one", null), "a player")
	runner.check(recorder.add_entity(2, AntRecorder.ITEM, 0, "box", Vector3.ONE), "an item")
	for tick: int in 100:
		recorder.sample(
			tick * 50 * MILLISECOND,
			1,
			Vector3(tick * 0.1, 0, 0),
			{"velocity": Vector3(2, 0, 0), "facing": Quaternion.IDENTITY, "health": 90}
		)
	runner.check(recorder.event(5 * SECOND, AntRecorder.PICKUP, 1, 2, 0.0), "an event")
	runner.check(recorder.finish(), "the end")
	var bytes: PackedByteArray = recorder.pull()
	runner.check_equal(bytes.slice(0, 4).get_string_from_ascii(), "ANTM", "its first bytes")
	runner.check_equal(recorder.pull().size(), 0, "pulled once")
	var stats: Dictionary = recorder.stats()
	runner.check(stats["samples"] == 100 and stats["events"] == 1, str(stats))
	runner.check_equal(stats["bytes"], bytes.size(), "all of it")
	runner.check(not recorder.sample(0, 1, Vector3.ZERO, {}), "after the end")
	runner.check_error("finished", "after the end")


func test_needs_and_interactions_are_learned() -> void:
	var model: AntNeedModel = AntNeedModel.create(5)
	for time: int in 50:
		model.observe(0.9, true)
		model.observe(0.1, false)
	runner.check(model.probability(0.9) > 0.8 and model.probability(0.1) < 0.2, "learned")
	runner.check_equal(AntNeedModel.need(25.0, 100.0), 0.75, "need")
	var copy: AntNeedModel = AntNeedModel.create(5)
	runner.check(copy.restore(model.snapshot()), "restored")
	runner.check_equal(copy.state_hash(), model.state_hash(), "hash")
	var between: AntInteractions = AntInteractions.create({"window": 5.0})
	var before: float = between.weight(1, 2, 0)
	between.note(1, 2, AntInteractions.SHOT_AT, 0)
	runner.check(between.weight(1, 2, 0) > before, "the hunter is drawn")
	runner.check(between.weight(2, 1, 0) < before, "the hunted flees")
	between.note_kill(1, 2, 0)
	runner.check_equal(between.kills(1, 2), 1, "kills")
	runner.check(not between.note(1, 2, 77, 0), "no such thing")
	runner.check_error("kind", "no such thing")
	var world: AntWorld = AntWorld.create_grid(8, 8, 1.0, Vector3.ZERO, PackedByteArray())
	var map: AntPheromoneMap = AntPheromoneMap.create(world, [AntLayer.new()], 20.0, 0)
	for player: int in [1, 2]:
		map.add_avatar(player, 10.0)
		map.move_avatar(player, Vector3(player * 2, 0, 2))
	var hash_before: int = map.state_hash()
	runner.check(between.apply(map, 0), "into the map")
	runner.check(map.state_hash() != hash_before, "it changed")


func test_trails_are_saved_loaded_and_merged() -> void:
	var maps: Array[AntPheromoneMap] = []
	for copy: int in 2:
		var world: AntWorld = AntWorld.create_grid(40, 40, 1.0, Vector3.ZERO, PackedByteArray())
		var map: AntPheromoneMap = AntPheromoneMap.create(world, [AntLayer.new()], 20.0, 0)
		map.enable_trails()
		maps.append(map)
		if copy == 1:
			continue
		var predictor: AntPredictor = AntPredictor.create(world, 4)
		var entity: int = predictor.add_entity(null)
		for tick: int in 200:
			var place: Vector3 = Vector3(5 + tick * 0.15, 0, 20)
			predictor.observe(entity, tick * 50 * MILLISECOND, place, Vector3(3, 0, 0))
	var learned: PackedByteArray = maps[0].save_trails()
	runner.check(learned.size() > maps[1].save_trails().size(), "something was learned")
	runner.check(maps[1].load_trails(learned), "loaded")
	runner.check_equal(maps[1].save_trails(), learned, "and there")
	runner.check(maps[1].merge_trails([learned]), "merged")
	runner.check(not maps[1].load_trails(PackedByteArray([1, 2])), "no trails")
	runner.check_error("load_trails", "no trails")
	maps[0].add_source(1, 0, Vector3(20, 0, 20), 30.0, false)
	runner.check(maps[0].field(0, 1.0).size() > 3, "the field")
	runner.check(maps[0].smell_at(Vector3(20, 0, 20), [2.0]) > 0.0, "it smells")


func test_strategies_are_learned_saved_and_followed() -> void:
	var predictor: AntPredictor = AntPredictor.create(null, 4)
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.STRATEGY
	var entity: int = predictor.add_entity(profile)
	var corner: PackedVector3Array = [Vector3(0, 0, 0), Vector3(20, 0, 0), Vector3(20, 0, 20)]
	runner.check_equal(predictor.add_route(corner, 3), 0, "a route")
	var file: PackedByteArray = predictor.save_strategies()
	var other: AntPredictor = AntPredictor.create(null, 4)
	runner.check(other.load_strategies(file), "loaded")
	runner.check(other.merge_strategies([file]), "merged")
	runner.check_equal(other.add_entity(profile) != 0, true, "an entity")
	runner.check_equal(other.strategy_info(entity)["routes"], 1, "its route")
	runner.check(not other.load_strategies(PackedByteArray([9])), "no routes")
	runner.check_error("load_strategies", "no routes")
	for tick: int in 40:
		var place: Vector3 = Vector3(tick * 0.45, 0, 0)
		predictor.observe(entity, tick * 100 * MILLISECOND, place, Vector3(4.5, 0, 0))
	runner.check(predictor.strategy_info(entity)["following"] >= 0, "it follows the route")
	var round_the_corner: Vector3 = predictor.predict(entity, 5100 * MILLISECOND)
	runner.check(round_the_corner.z > 1.0, "round the corner: %s" % str(round_the_corner))
	predictor.begin_trial(entity)
	runner.check(predictor.strategy_info(entity)["recording"], "a trial")
	for tick: int in range(40, 80):
		var place: Vector3 = Vector3(18, 0, (tick - 40) * 0.45)
		predictor.observe(entity, tick * 100 * MILLISECOND, place, Vector3(0, 0, 4.5))
	runner.check(predictor.end_trial(entity) >= 2, "its points")
	runner.check(predictor.learn_strategies() >= 1, "routes")
	predictor.clear_strategies()
	runner.check_equal(predictor.strategy_info(entity)["routes"], 0, "forgotten")


func test_predictors_are_restored_and_told_of_objects() -> void:
	var predictor: AntPredictor = AntPredictor.create(null, 4)
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.INTEREST
	var entity: int = predictor.add_entity(profile)
	runner.check(predictor.set_object(5, Vector3(10, 0, 0), 50.0, true), "an object")
	runner.check(predictor.set_life(entity, 40.0), "its life")
	runner.check(predictor.set_landmark(entity, false), "no landmark")
	predictor.observe(entity, 0, Vector3.ZERO, Vector3(2, 0, 0))
	var bytes: PackedByteArray = predictor.snapshot()
	var other: AntPredictor = AntPredictor.create(null, 4)
	runner.check(other.restore(bytes), "restored")
	runner.check_equal(other.state_hash(), predictor.state_hash(), "hash")
	runner.check_equal(
		other.predict(entity, SECOND), predictor.predict(entity, SECOND), "the same future"
	)
	runner.check(predictor.remove_object(5), "the object goes")
	runner.check(predictor.rebase(Vector3(100, 0, 0)), "the origin moves")
	runner.check(predictor.predict(entity, 0).x < -50.0, "and everybody with it")
	runner.check(not predictor.load_weights(PackedByteArray([1, 2, 3])), "no weights")
	runner.check_error("load_weights", "no weights")
	runner.check(predictor.load_weights(PackedByteArray()), "the built-in ones")
	runner.check(not predictor.load_bank(0, PackedByteArray([1, 2, 3])), "no bank")
	runner.check_error("load_bank", "no bank")
	var outbox: AntOutbox = AntOutbox.create(null, null, {})
	runner.check(not outbox.load_policy(PackedByteArray([1, 2, 3])), "no policy")
	runner.check_error("load_policy", "no policy")
	var ghosts: AntGhosts = AntGhosts.create(null, null, {})
	runner.check(not ghosts.load_weights(PackedByteArray([1, 2, 3])), "no weights")
	runner.check_error("load_weights", "no weights")
	runner.check(not ghosts.load_strategies(PackedByteArray([1])), "no strategies")
	runner.check_error("load_strategies", "no strategies")


## Files that ship with the library, where the suite has put them.
func test_trained_files_are_loaded() -> void:
	var weights: PackedByteArray = FileAccess.get_file_as_bytes("res://files/fold0.weights")
	var policy: PackedByteArray = FileAccess.get_file_as_bytes("res://files/fold0.policy")
	runner.check(weights.size() > 1000 and policy.size() > 1000, "the files are there")
	var predictor: AntPredictor = AntPredictor.create(null, 4)
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.KINEMATIC
	var entity: int = predictor.add_entity(profile)
	var places: Array[Vector3] = []
	for loaded: bool in [false, true]:
		if loaded:
			runner.check(predictor.load_weights(weights), "weights")
		for tick: int in 30:
			var time: int = (tick + (100 if loaded else 0)) * 50 * MILLISECOND
			var place: Vector3 = Vector3(tick * 0.3, 0, sin(tick * 0.2))
			predictor.observe(entity, time, place, Vector3(6, 0, 4.0 * cos(tick * 0.2)))
		places.append(
			predictor.predict(entity, (29 + (100 if loaded else 0)) * 50 * MILLISECOND + SECOND / 2)
		)
	runner.check(places[0] != places[1], "other weights predict otherwise: %s" % str(places))
	runner.check(AntOutbox.create(null, null, {}).load_policy(policy), "a policy")
	runner.check(AntOutbox.create(null, null, {}).load_weights(weights), "the owner's weights")
	runner.check(AntGhosts.create(null, null, {}).load_weights(weights), "the ghosts' weights")
