extends RefCounted
## The front door: AntGhosts and AntOutbox, over networks of all kinds.

const MILLISECOND: int = 1_000_000
const SECOND: int = 1_000_000_000
const FRAME: int = SECOND / 60


## A machine with avatars and one with their ghosts, a network both ways between them.
class Two:
	var outbox: AntOutbox = AntOutbox.create(null, null, {})
	var ghosts: AntGhosts = AntGhosts.create(null, null, {})
	var forth: AntNetworkSimulator
	var back: AntNetworkSimulator
	## What the clock of the avatars shows more.
	var ahead: int = 0
	var replies: bool = true
	var bytes: int = 0

	func _init(latency: float, jitter: float, loss: float) -> void:
		forth = AntNetworkSimulator.create(latency, jitter, loss, 7)
		back = AntNetworkSimulator.create(latency, jitter, loss, 8)

	## One tick of both.
	func tick(now: int) -> void:
		while true:
			var packet: PackedByteArray = outbox.packet(9, now + ahead)
			if packet.is_empty():
				break
			bytes += packet.size()
			forth.send(now, packet)
		while true:
			var packet: PackedByteArray = forth.receive(now)
			if packet.is_empty():
				break
			ghosts.receive(1, packet, now)
		ghosts.draw(now)
		var reply: PackedByteArray = ghosts.reply(1, now)
		if replies and not reply.is_empty():
			back.send(now, reply)
		while true:
			var reply_here: PackedByteArray = back.receive(now)
			if reply_here.is_empty():
				break
			outbox.receive(9, reply_here, now + ahead)

	func place(player: int) -> Vector3:
		return ghosts.get_ghost(player).get("position", Vector3.INF)


var runner: SceneTree


func circling(player: int, now: int) -> AntState:
	var turn: float = 0.4 + 0.01 * player
	var angle: float = now * 1e-9 * turn + player
	var state: AntState = AntState.create(
		Vector3(cos(angle), 0, sin(angle)) * 8.0, Vector3(-sin(angle), 0, cos(angle)) * 8.0 * turn
	)
	state.rotation = Quaternion(Vector3.UP, -angle)
	return state


## Returns the mean error in metres.
func cross(two: Two, players: int, seconds: int) -> float:
	var error: float = 0.0
	var counted: int = 0
	for frame: int in seconds * 60:
		var now: int = frame * FRAME
		for player: int in players:
			two.outbox.submit(player, circling(player, now), now + two.ahead)
		two.tick(now)
		if frame > 120:
			var numbers: PackedInt64Array = two.ghosts.players()
			var places: PackedVector3Array = two.ghosts.positions()
			for place: int in numbers.size():
				error += places[place].distance_to(circling(numbers[place], now).position)
				counted += 1
	runner.check(counted > 0.95 * (seconds * 60 - 121) * players, "all are shown: %d" % counted)
	return error / maxi(counted, 1)


func test_ghosts_follow_their_players_through_a_bad_network() -> void:
	var two: Two = Two.new(0.05, 0.01, 0.05)
	var error: float = cross(two, 10, 10)
	runner.check(error < 0.35, "mean error %f m" % error)
	var ghost: Dictionary = two.ghosts.get_ghost(3)
	runner.check(ghost.has("predicted") and float(ghost["age"]) < 2.0, "ghost: %s" % str(ghost))
	for array: int in [
		two.ghosts.players().size(),
		two.ghosts.positions().size(),
		two.ghosts.velocities().size(),
		two.ghosts.rotations().size(),
		two.ghosts.predicted_positions().size(),
		two.ghosts.radii().size(),
		two.ghosts.sources().size(),
		two.ghosts.flags().size(),
	]:
		runner.check_equal(array, 10, "elements")
	var speed: float = (ghost["velocity"] as Vector3).length()
	runner.check_near(speed, 8.0 * 0.43, 0.7, "its speed")
	var turned: Vector4 = two.ghosts.rotations()[3]
	var facing: Quaternion = Quaternion(turned.x, turned.y, turned.z, turned.w)
	runner.check(facing.angle_to(circling(3, 599 * FRAME).rotation) < 0.4, "its facing")
	var peer: Dictionary = two.ghosts.peer_stats(1)
	runner.check(peer["players"] == 10 and peer["packets"] > 100, str(peer))
	runner.check(peer["round_trip"] > 60 * MILLISECOND, "round trip: %d" % peer["round_trip"])
	runner.check_equal(peer["bad_packets"], 0, "bad packets")
	var player: Dictionary = two.ghosts.player_stats(3)
	runner.check(player["peer"] == 1 and player["updates"]["applied"] > 10, str(player))
	runner.check(player["mean_error"] < 0.6 and player["largest_error"] < 2.5, str(player))
	var stats: Dictionary = two.outbox.stats(9)
	runner.check(stats["updates"] > 100 and stats["round_trip"] > 60 * MILLISECOND, str(stats))
	runner.check(two.ghosts.remove(3), "one goes")
	runner.check_equal(two.ghosts.get_ghost(3), {}, "nobody is there")


func test_threads_give_the_same_bits() -> void:
	var one: Two = Two.new(0.05, 0.01, 0.05)
	var many: Two = Two.new(0.05, 0.01, 0.05)
	for two: Two in [one, many]:
		two.outbox = AntOutbox.create(null, null, {"max_players": 300})
		two.ghosts.threads = 1 if two == one else 3
		cross(two, 300, 4)
	runner.check_equal(many.ghosts.threads, 3, "threads")
	runner.check_equal(one.ghosts.state_hash(), many.ghosts.state_hash(), "hash")
	runner.check(one.ghosts.positions() == many.ghosts.positions(), "positions")


## A tenth of a second under way, at 5 m/s; the clock of the avatar is 50 s ahead. Without replies
## nobody can tell the delay, with them it is measured.
func test_a_known_delay_is_made_up_for() -> void:
	var lags: PackedFloat32Array = []
	for replies: bool in [false, true]:
		var two: Two = Two.new(0.1, 0.0, 0.0)
		two.ahead = 50 * SECOND
		two.replies = replies
		for frame: int in 300:
			var now: int = frame * FRAME
			var place: Vector3 = Vector3(now * 5e-9, 0, 0)
			two.outbox.submit(5, AntState.create(place, Vector3(5, 0, 0)), now + two.ahead)
			two.tick(now)
		lags.append(299 * FRAME * 5e-9 - two.place(5).x)
	runner.check_near(lags[0], 0.5, 0.1, "behind by what it takes")
	runner.check_near(lags[1], 0.0, 0.05, "where it is now")


func test_a_clock_of_the_host_counts() -> void:
	var ghosts: AntGhosts = AntGhosts.create(null, null, {})
	var ahead: int = 50 * SECOND
	for frame: int in 200:
		var now: int = frame * FRAME
		ghosts.set_clock(1, now, now + ahead)
		if frame % 6 == 0:
			var then: int = now - 100 * MILLISECOND
			var state: AntState = AntState.create(Vector3(then * 5e-9, 0, 0), Vector3(5, 0, 0))
			state.time = then + ahead
			runner.check(ghosts.observe(1, 5, state, now), "observed")
		ghosts.draw(now)
	var shown: Vector3 = ghosts.get_ghost(5)["position"]
	runner.check_near(shown.x, 199 * FRAME * 5e-9, 0.1, "where it is now")
	var soon: Dictionary = ghosts.predict(5, SECOND / 2)
	runner.check_near(soon["position"].x, shown.x + 2.5, 0.6, "in half a second")


func test_acknowledged_packets_are_shorter() -> void:
	var sizes: PackedFloat32Array = []
	var often: AntSendRules = AntSendRules.new()
	often.heartbeat = 0.05
	for replies: bool in [false, true]:
		var two: Two = Two.new(0.04, 0.005, 0.02)
		two.outbox.set_rules(AntOutbox.EVERYBODY, often)
		two.replies = replies
		cross(two, 8, 10)
		sizes.append(two.bytes / float(two.outbox.stats(9)["updates"]))
		runner.check_equal(two.ghosts.peer_stats(1)["missing_baselines"], 0, "baselines are there")
	print("  bytes per update: %.1f, acknowledged %.1f" % [sizes[0], sizes[1]])
	runner.check(sizes[1] < 0.9 * sizes[0], "bytes per update: %s" % str(sizes))


func kinds(ghosts: AntGhosts) -> PackedInt32Array:
	var found: PackedInt32Array = []
	for event: Dictionary in ghosts.take_events():
		found.append(event["kind"])
	return found


func test_players_come_stop_freeze_jump_and_go() -> void:
	var two: Two = Two.new(0.0, 0.0, 0.0)
	var state: AntState = AntState.create(Vector3.ZERO, Vector3(4, 0, 0))
	var now: int = 0
	var expected: Dictionary[int, String] = {60: "moves", 120: "frozen", 180: "jumped", 240: "left"}
	for frame: int in 300:
		now = frame * FRAME
		state.frozen = frame >= 60 and frame < 120
		state.teleported = frame == 150
		if frame == 150:
			state.position = Vector3(0, 0, 90)
		elif not state.frozen:
			state.position += Vector3(4, 0, 0) / 60.0
		if frame < 200:
			two.outbox.submit(2, state, now)
		elif frame == 200:
			runner.check(two.outbox.remove(2), "it goes")
		two.tick(now)
		match expected.get(frame + 1, ""):
			"moves":
				runner.check_near(two.place(2).x, state.position.x, 0.1, "it moves")
				runner.check_equal(
					kinds(two.ghosts), PackedInt32Array([AntGhosts.APPEARED]), "it appeared"
				)
			"frozen":
				runner.check_equal(two.ghosts.sources()[0], AntGhosts.FROZEN, "it is held")
				runner.check_near(two.place(2).x, state.position.x, 0.05, "where it was")
			"jumped":
				runner.check_near(two.place(2).z, 90.0, 0.05, "it jumped along")
				runner.check_equal(
					kinds(two.ghosts), PackedInt32Array([AntGhosts.TELEPORTED]), "and says so"
				)
			"left":
				runner.check_equal(two.ghosts.players().size(), 0, "it has left")
				runner.check_equal(kinds(two.ghosts), PackedInt32Array([AntGhosts.LEFT]), "told")


func test_who_falls_silent_slows_down_and_stands() -> void:
	var ghosts: AntGhosts = AntGhosts.create(null, null, {"horizon": 1.0, "fade": 0.5})
	var seen: Dictionary[int, bool] = {}
	for frame: int in 300:
		var now: int = frame * FRAME
		if frame % 6 == 0 and frame <= 60:
			var state: AntState = AntState.create(Vector3(now * 4e-9, 0, 0), Vector3(4, 0, 0))
			ghosts.observe(1, 5, state, now)
		ghosts.draw(now)
		seen[ghosts.sources()[0]] = true
	runner.check(seen.has(AntGhosts.FADING), "it slows down: %s" % str(seen))
	runner.check_equal(ghosts.sources()[0], AntGhosts.SILENT, "and stands")
	runner.check_near(ghosts.get_ghost(5)["velocity"].length(), 0.0, 0.01, "at rest")


func test_ghosts_are_restored_and_moved() -> void:
	var two: Two = Two.new(0.02, 0.0, 0.0)
	cross(two, 5, 3)
	var late: AntGhosts = AntGhosts.create(null, null, {})
	runner.check(late.restore(two.ghosts.snapshot()), "restored")
	runner.check_equal(late.state_hash(), two.ghosts.state_hash(), "hash")
	var copy: AntOutbox = AntOutbox.create(null, null, {})
	runner.check(copy.restore(two.outbox.snapshot()), "the outbox, too")
	runner.check_equal(copy.state_hash(), two.outbox.state_hash(), "hash")
	runner.check(two.ghosts.bytes() > 1000 and two.ghosts.overflowed() == 0, "memory")
	var before: Vector3 = two.place(2)
	runner.check(two.ghosts.rebase(Vector3(100, 0, 0)), "the origin moves")
	runner.check_near(two.place(2), before - Vector3(100, 0, 0), 0.001, "and everybody with it")
	runner.check(two.ghosts.run_speed() > 1.0, "a run speed: %f" % two.ghosts.run_speed())
	runner.check(two.ghosts.remove_peer(1), "the machine goes")
	runner.check_equal(two.ghosts.players().size(), 0, "and its players")


func test_who_rides_on_a_lift_moves_with_it() -> void:
	var ghosts: AntGhosts = AntGhosts.create(null, null, {})
	var state: AntState = AntState.create(Vector3(1, 0, 0), Vector3.ZERO)
	state.moving_base = 4
	runner.check_equal(state.moving_base, 4, "a base")
	for frame: int in 120:
		var now: int = frame * FRAME
		var lift: Transform3D = Transform3D(Basis.IDENTITY, Vector3(0, now * 2e-9, 0))
		ghosts.set_base(4, lift, Vector3(0, 2, 0), Vector3.ZERO, now)
		if frame % 12 == 0:
			ghosts.observe(1, 5, state, now)
		ghosts.draw(now)
	var shown: Vector3 = ghosts.get_ghost(5)["position"]
	runner.check_near(shown, Vector3(1, 119 * FRAME * 2e-9, 0), 0.05, "on the lift")
	runner.check(ghosts.remove_base(4), "the lift goes")


## Who shares a model with the ghosts keeps them near by it; who does not is refused.
func test_a_shared_model_is_agreed_on() -> void:
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.DAMPED
	var two: Two = Two.new(0.0, 0.0, 0.0)
	two.outbox = AntOutbox.create(null, profile, {})
	runner.check(two.ghosts.set_profile(AntGhosts.EVERYBODY, profile), "the same profile")
	var worst: float = 0.0
	for tick: int in 600:
		var now: int = tick * FRAME
		# Starts and stops.
		var angle: float = tick * 0.02
		var place: Vector3 = Vector3(8.0 * sin(angle), 0, 3.0 * sin(angle * 2.3))
		var velocity: Vector3 = Vector3(9.6 * cos(angle), 0, 8.28 * cos(angle * 2.3))
		two.outbox.submit(7, AntState.create(place, velocity), now)
		two.tick(now)
		worst = maxf(worst, (two.ghosts.get_ghost(7)["predicted"] as Vector3).distance_to(place))
	# The threshold, and a tick until it is noticed.
	runner.check(worst < 0.3 + 12.7 / 60.0 + 0.02, "never far off: %f" % worst)
	var stranger: AntGhosts = AntGhosts.create(null, null, {})
	two.outbox.remove_observer(9)
	two.outbox.submit(7, AntState.create(Vector3.ZERO, Vector3.ZERO), SECOND * 20)
	runner.check(
		not stranger.receive(1, two.outbox.packet(9, SECOND * 20), SECOND * 20), "another model"
	)
	runner.check_error("same profile", "another model")


func test_observers_are_told_what_is_near() -> void:
	var outbox: AntOutbox = AntOutbox.create(null, null, {})
	runner.check(
		outbox.set_observer(
			3, {"enter_radius": 20.0, "leave_radius": 25.0, "position": Vector3.ZERO}
		),
		"an observer"
	)
	for player: int in [1, 2]:
		var place: Vector3 = Vector3(5.0 if player == 1 else 500.0, 0, 0)
		outbox.submit(player, AntState.create(place, Vector3.ZERO), 0)
	var seen: Dictionary[int, PackedInt64Array] = {}
	for observer: int in [3, AntOutbox.EVERYONE]:
		var ghosts: AntGhosts = AntGhosts.create(null, null, {})
		ghosts.receive(1, outbox.packet(observer, 0), 0)
		ghosts.draw(0)
		seen[observer] = ghosts.players()
	runner.check_equal(seen[3], PackedInt64Array([1]), "who is near")
	runner.check_equal(seen[AntOutbox.EVERYONE], PackedInt64Array([1, 2]), "everybody: both")
	runner.check(outbox.set_interest(3, 2, AntOutbox.ALWAYS, 0.0), "whoever it is")
	runner.check(not outbox.packet(3, SECOND).is_empty(), "now it is told")
	runner.check(outbox.remove_observer(3), "goes")
	runner.check_equal(outbox.stats(3), {}, "gone")
	runner.check_error("observer 3", "gone")


func test_a_state_keeps_what_it_is_told() -> void:
	var state: AntState = AntState.new()
	runner.check_equal(state.velocity, null, "not known")
	runner.check_equal(state.time, null, "not dated")
	runner.check_equal(state.moving_base, -1, "on the ground")
	state.velocity = Vector3(1, 2, 3)
	state.acceleration = Vector3(0, 0, 9)
	state.rotation = Quaternion(0, 1, 0, 0)
	state.angular_velocity = Vector3(0, 1, 0)
	state.time = 5
	state.airborne = true
	runner.check_equal(state.velocity, Vector3(1, 2, 3), "velocity")
	runner.check_equal(state.acceleration, Vector3(0, 0, 9), "acceleration")
	runner.check_equal(state.rotation, Quaternion(0, 1, 0, 0), "facing")
	runner.check_equal(state.angular_velocity, Vector3(0, 1, 0), "turn")
	runner.check(state.time == 5 and state.airborne, "time and flags")
	state.velocity = null
	runner.check_equal(state.velocity, null, "not known any more")
