extends "res://scene_3d.gd"
## Senders and ghosts in three dimensions.


func test_a_sender_moves_a_ghost() -> void:
	var player: Node3D = Node3D.new()
	var sender: AntSender3D = AntSender3D.new()
	player.add_child(sender)
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	# One process plays both machines: their paths differ.
	sender.network_id = 1
	ghost.network_id = 1
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
	runner.check_near(ghost.get_shown_velocity().length(), 5.0, 1.5, "its speed is known")
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


## Half the speed of the game is half the speed of what others see, not a second of another length.
func test_slow_motion_is_seen_slow() -> void:
	var body: CharacterBody3D = CharacterBody3D.new()
	var sender: AntSender3D = AntSender3D.new()
	body.add_child(sender)
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	remote.add_child(ghost)
	sender.network_id = 1
	ghost.network_id = 1
	sender.packet_ready.connect(func(packet: PackedByteArray) -> void: ghost.receive(packet))
	scene_with([body, remote])
	AntClock.set_time(0)
	body.velocity = Vector3(4, 0, 0)
	Engine.time_scale = 0.5
	var worst: float = 0.0
	var speeds: PackedFloat32Array = []
	for tick: int in 180:
		body.position += body.velocity * Engine.time_scale / 60.0
		await ticks(1)
		if tick > 60:
			worst = maxf(worst, remote.position.distance_to(body.position))
			speeds.append(ghost.get_shown_velocity().x)
	Engine.time_scale = 1.0
	speeds.sort()
	runner.check_near(speeds[0], 2.0, 0.1, "half the speed at least")
	runner.check_near(speeds[-1], 2.0, 0.1, "and at most")
	runner.check(worst < 0.1, "where it is: %f m off" % worst)


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
	# Senders begin to work with their first physics tick.
	await ticks(1)
	var packets: int = 0
	var bytes: int = 0
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
			bytes += packet.size()
			ghosts[1].receive(packet)
			if packets == 1:
				runner.check_equal(senders[0].stats(5)["updates"], 2, "one packet tells of both")
		var reply: PackedByteArray = ghosts[0].reply()
		if not reply.is_empty():
			senders[1].receive(5, reply)
	for number: int in 2:
		var player: Node3D = senders[number].get_parent()
		var remote: Node3D = ghosts[number].get_parent()
		runner.check_near(remote.position, player.position, 0.75, "player %d" % number)
	var stats: Dictionary = senders[0].stats(5)
	runner.check(stats["packets"] == packets and stats["bytes"] == bytes, str(stats))
	var peer: Dictionary = ghosts[0].get_peer_stats()
	runner.check(peer["players"] == 2 and peer["round_trip"] >= 0, str(peer))
	runner.check_equal(ghosts[0].get_player_stats()["peer"], 1, "whose it is")
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


## Half a kilosecond between two clocks of one machine, and states that have no time.
func test_two_clocks_of_one_machine_do_not_meet() -> void:
	var remotes: Array[Node3D] = []
	var ghosts: Array[AntGhost3D] = []
	for title: String in ["aged", "dated", "undated"]:
		var remote: Node3D = Node3D.new()
		remote.name = title
		ghosts.append(AntGhost3D.new())
		remote.add_child(ghosts[-1])
		remotes.append(remote)
	scene_with([remotes[0], remotes[1], remotes[2]])
	AntClock.set_time(0)
	for update: int in 40:
		var then: float = now * 1e-9 - 0.1
		var place: Vector3 = Vector3(then * 5.0, 0, 0)
		ghosts[0].observe(place, Vector3(5, 0, 0), 0.1)
		ghosts[1].observe_at(place, Vector3(5, 0, 0), now - SECOND / 10 + 500 * SECOND)
		ghosts[2].observe(place, Vector3(5, 0, 0))
		await ticks(6)
	var true_place: float = now * 5e-9
	runner.check_near(remotes[0].position.x, true_place, 0.2, "by the age it is now")
	runner.check_near(remotes[1].position.x, true_place, 0.8, "by another clock, behind by the way")
	runner.check_near(remotes[2].position.x, true_place, 0.8, "by the arrival, behind by the way")
	# The same player, told of in another way from now on.
	for update: int in 40:
		var then: float = now * 1e-9 - 0.1
		ghosts[2].observe(Vector3(then * 5.0, 0, 0), Vector3(5, 0, 0), 0.1)
		await ticks(6)
	runner.check_near(remotes[2].position.x, now * 5e-9, 0.2, "it has learned its age")


## Who gets the authority sends from the next tick on, who loses it shows.
func test_sender_and_ghost_follow_the_authority() -> void:
	var player: Node3D = Node3D.new()
	player.name = "Player"
	var sender: AntSender3D = AntSender3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	for child: Node in [sender, ghost, AntReplicator.new()]:
		player.add_child(child)
	scene_with([player])
	# Senders of a process share a clock, which takes less than a second back for a late tick.
	now = 100 * SECOND
	AntClock.set_time(now)
	for owner: int in [1, 7, 1]:
		player.set_multiplayer_authority(owner)
		await ticks(3)
		runner.check_equal(sender.active, owner == 1, "owner %d: the sender works" % owner)
		runner.check_equal(ghost.active, owner != 1, "owner %d: the ghost works" % owner)
		if owner != 1:
			runner.check(ghost.observe(Vector3(3, 0, 0), Vector3.ZERO), "it takes states")
			await ticks(3)
			runner.check_near(player.position.x, 3.0, 0.01, "and shows them")


## Only places, as many synchronizers carry; and animations see how fast the player is.
func test_a_body_gets_the_drawn_velocity() -> void:
	var body: CharacterBody3D = CharacterBody3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	body.add_child(ghost)
	scene_with([body])
	AntClock.set_time(0)
	for update: int in 30:
		ghost.observe(Vector3(now * 4e-9, 0, 0))
		await ticks(6)
	runner.check_near(body.velocity, Vector3(4, 0, 0), 0.3, "its velocity")
	runner.check_near(body.velocity, ghost.get_shown_velocity(), 0.001, "is what is drawn")


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
