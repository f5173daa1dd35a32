extends RefCounted
## Bad input shows an error and changes nothing.

var runner: SceneTree


func square() -> AntWorld:
	var world: AntWorld = AntWorld.create(1.0, 0.5)
	var corners: PackedVector3Array = [
		Vector3(0, 0, 0), Vector3(10, 0, 0), Vector3(10, 0, 10), Vector3(0, 0, 10)
	]
	world.set_tile(Vector3i.ZERO, corners, [PackedInt32Array([0, 1, 2, 3])])
	return world


func test_levels() -> void:
	runner.check_equal(AntWorld.create(-1.0, 0.5), null, "a negative cell")
	runner.check_error("cell_size", "a negative cell")
	var world: AntWorld = square()
	var before: int = world.state_hash()
	var corners: PackedVector3Array = [Vector3.ZERO, Vector3(NAN, 0, 0), Vector3(1, 0, 1)]
	runner.check(
		not world.set_tile(Vector3i.ZERO, corners, [PackedInt32Array([0, 1, 2])]), "NaN is refused"
	)
	runner.check_error("set_tile", "NaN")
	corners[1] = Vector3(1, 0, 0)
	runner.check(
		not world.set_tile(Vector3i.ZERO, corners, [PackedInt32Array([0, 1, 9])]), "a bad corner"
	)
	runner.check_error("set_tile", "a bad corner")
	runner.check(not world.remove_tile(Vector3i(5, 5, 5)), "no such tile")
	runner.check_error("tile", "no such tile")
	runner.check(not world.set_door_open(12345, true), "no such door")
	runner.check_error("door", "no such door")
	runner.check_equal(
		world.add_link(Vector3.ZERO, Vector3.ONE, 99, false, 0.0), 0, "no such kind of link"
	)
	runner.check_error("LINK_", "no such kind of link")
	runner.check(not world.rebase(Vector3(INF, 0, 0)), "an infinite shift")
	runner.check_error("shift", "an infinite shift")
	runner.check_equal(world.state_hash(), before, "nothing changed")


func test_maps() -> void:
	runner.check_equal(AntPheromoneMap.create(null, [], 20.0, 0), null, "no level")
	runner.check_error("world", "no level")
	var world: AntWorld = square()
	runner.check_equal(AntPheromoneMap.create(world, [], 0.0, 0), null, "no rate")
	runner.check_error("steps_per_second", "no rate")
	var layer: AntLayer = AntLayer.new()
	layer.evaporation = 1.5
	runner.check_equal(AntPheromoneMap.create(world, [layer], 20.0, 0), null, "a bad layer")
	runner.check_error("evaporation", "a bad layer")
	var map: AntPheromoneMap = AntPheromoneMap.create(world, [AntLayer.new()], 20.0, 0)
	var before: int = map.state_hash()
	runner.check(not map.add_source(1, 9, Vector3.ZERO, 1.0, false), "no such layer")
	runner.check_error("layer", "no such layer")
	runner.check(not map.add_source(1, -1, Vector3.ZERO, 1.0, false), "a negative layer")
	runner.check_error("layer", "a negative layer")
	runner.check(not map.add_source(1, 0, Vector3(NAN, 0, 0), 1.0, false), "nowhere")
	runner.check_error("position", "nowhere")
	runner.check(not map.move_source(4, Vector3.ZERO), "no such source")
	runner.check_error("source", "no such source")
	runner.check(not map.restore(PackedByteArray([1, 2, 3])), "no snapshot")
	runner.check_error("restore", "no snapshot")
	runner.check(not map.note(7, Vector3.ZERO), "no such note")
	runner.check_error("PRESENCE", "no such note")
	runner.check_equal(map.state_hash(), before, "nothing changed")


func test_predictors() -> void:
	runner.check_equal(AntPredictor.create(null, 0), null, "room for nobody")
	runner.check_error("max_entities", "room for nobody")
	var predictor: AntPredictor = AntPredictor.create(null, 1)
	var profile: AntProfile = AntProfile.new()
	profile.max_speed = -3.0
	runner.check_equal(predictor.add_entity(profile), 0, "a negative speed")
	runner.check_error("v_max", "a negative speed")
	var entity: int = predictor.add_entity(null)
	runner.check_equal(predictor.add_entity(null), 0, "one too many")
	runner.check_error("max_entities", "one too many")
	var before: int = predictor.state_hash()
	runner.check(not predictor.observe(entity, 0, Vector3(NAN, 0, 0), Vector3.ZERO), "nowhere")
	runner.check_error("position", "nowhere")
	runner.check(not predictor.observe(99, 0, Vector3.ZERO, Vector3.ZERO), "nobody")
	runner.check_error("entity", "nobody")
	runner.check_equal(predictor.predict(entity, 0), Vector3.ZERO, "never observed")
	runner.check_error("never observed", "never observed")
	runner.check_equal(predictor.state_hash(), before, "nothing changed")


func test_ghosts_and_packets() -> void:
	var ghosts: AntGhosts = AntGhosts.create(null, null, {})
	var before: int = ghosts.state_hash()
	for length: int in 40:
		var noise: PackedByteArray = []
		for place: int in length:
			noise.append((place * 73 + length * 31) % 256)
		ghosts.receive(1, noise, 0)
	runner.check_error("receive", "noise")
	runner.check(not ghosts.observe(1, -5, AntState.new(), 0), "a negative number")
	runner.check_error("player is -5", "a negative number")
	runner.check(not ghosts.observe(1, AntGhosts.EVERYBODY, AntState.new(), 0), "everybody")
	runner.check_error("everybody", "everybody")
	runner.check(not ghosts.observe(1, 5, null, 0), "nothing")
	runner.check_error("null", "nothing")
	var nowhere: AntState = AntState.create(Vector3(NAN, 0, 0), Vector3.ZERO)
	runner.check(not ghosts.observe(1, 5, nowhere, 0), "nowhere")
	runner.check_error("position", "nowhere")
	runner.check(not ghosts.remove(77), "nobody to remove")
	runner.check_error("77", "nobody to remove")
	runner.check(not ghosts.remove_peer(77), "no such machine")
	runner.check_error("77", "no such machine")
	runner.check(not ghosts.set_freshness(1, 1.5), "the future")
	runner.check_error("freshness", "the future")
	runner.check_equal(ghosts.predict(3, 0), {}, "nobody")
	runner.check_error("player 3", "nobody")
	runner.check_equal(ghosts.get_ghost(3), {}, "nobody is shown")
	runner.check_equal(ghosts.peer_stats(3), {}, "nothing came")
	runner.check_error("peer 3", "nothing came")
	runner.check(not ghosts.restore(PackedByteArray([1, 2, 3])), "no snapshot")
	runner.check_error("restore", "no snapshot")
	runner.check_equal(AntGhosts.create(null, null, {"max_player": 3}), null, "no such parameter")
	runner.check_error("max_player", "no such parameter")
	runner.check_equal(AntGhosts.create(null, null, {"run_speed": -3.0}), null, "backwards")
	runner.check_error("run_speed", "backwards")
	var convergence: AntConvergence = AntConvergence.new()
	convergence.shortest = 3.0
	runner.check_equal(AntGhosts.create(null, convergence, {}), null, "times in the wrong order")
	runner.check_error("position", "times in the wrong order")
	runner.check_equal(ghosts.state_hash(), before, "nothing changed")


func test_outboxes_and_networks() -> void:
	runner.check_equal(AntOutbox.create(null, null, {"max_players": 0}), null, "room for nobody")
	runner.check_error("entities", "room for nobody")
	var outbox: AntOutbox = AntOutbox.create(null, null, {})
	var nowhere: AntState = AntState.create(Vector3(NAN, 0, 0), Vector3.ZERO)
	runner.check(not outbox.submit(1, nowhere, 0), "nowhere")
	runner.check_error("position", "nowhere")
	var turned: AntState = AntState.create(Vector3.ZERO, Vector3.ZERO)
	turned.rotation = Quaternion(0, 0, 0, 0)
	runner.check(not outbox.submit(1, turned, 0), "no rotation")
	runner.check_error("orientation", "no rotation")
	runner.check(not outbox.remove(1), "nobody there")
	runner.check_error("player 1", "nobody there")
	runner.check(not outbox.receive(4, PackedByteArray([24]), 0), "nobody was told")
	runner.check_error("observer 4", "nobody was told")
	var rules: AntSendRules = AntSendRules.new()
	rules.heartbeat = 500.0
	runner.check(not outbox.set_rules(AntOutbox.EVERYBODY, rules), "milliseconds")
	runner.check_error("heartbeat", "milliseconds")
	runner.check(not outbox.set_interest(1, 1, 9, 0.0), "no such relevance")
	runner.check_error("ALWAYS", "no such relevance")
	runner.check_equal(AntNetworkSimulator.create(-1.0, 0.0, 0.0, 1), null, "before it was sent")
	runner.check_error("latency", "before it was sent")


func test_nodes() -> void:
	var ghost: AntGhost3D = AntGhost3D.new()
	runner.check(not ghost.observe(Vector3.ZERO, Vector3.ZERO), "outside of the scene")
	runner.check_error("not in the scene", "outside of the scene")
	var body: Node3D = Node3D.new()
	body.position = Vector3(3, 0, 0)
	body.add_child(ghost)
	runner.root.add_child(body)
	runner.check(not ghost.observe(Vector3(NAN, 0, 0), Vector3.ZERO), "nowhere")
	runner.check_error("position", "nowhere")
	runner.check(not ghost.receive(PackedByteArray([1, 2, 3])), "no packet")
	runner.check_error("receive", "no packet")
	ghost.freshness = 2.0
	runner.check_error("freshness", "the future")
	runner.check_equal(ghost.freshness, 1.0, "nothing changed")
	var twin: AntGhost3D = AntGhost3D.new()
	body.add_child(twin)
	runner.check(not twin.observe(Vector3.ZERO, Vector3.ZERO), "twice the same number")
	runner.check_error("both are player", "twice the same number")
	twin.free()
	runner.check(not ghost.observe(Vector3.ZERO, Vector3.ZERO, 1000.0), "milliseconds")
	runner.check_error("age", "milliseconds")
	runner.check(not ghost.observe(Vector3.ZERO, Vector3.ZERO, NAN), "no number")
	runner.check_error("age", "no number")
	await runner.process_frame
	runner.check_equal(body.position, Vector3(3, 0, 0), "it was not moved")
	var world: AntWorld3D = AntWorld3D.new()
	runner.root.add_child(world)
	runner.check(not world.set_door_open(body, true), "no door")
	runner.check_error("door", "no door")
	runner.check(not world.set_door_open(null, true), "null")
	runner.check_error("null", "null")
	var map: AntPheromoneMap3D = AntPheromoneMap3D.new()
	runner.root.add_child(map)
	var item: AntPointOfInterest3D = AntPointOfInterest3D.new()
	item.layer = &"nothing"
	runner.root.add_child(item)
	for tick: int in 5:
		await runner.physics_frame
	runner.check_equal(runner.catcher.errors.size(), 1, "it complains once")
	runner.check_error("layer `nothing`", "no such layer")
