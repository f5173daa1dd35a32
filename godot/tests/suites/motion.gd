extends RefCounted
## A player who moves straight at constant speed is drawn at constant speed within 1 %, whatever
## brings the news and however often a frame is drawn; and freshness changes without a jump.

const SECOND: int = 1_000_000_000
const RATES: PackedInt32Array = [30, 60, 144]
const SENT_RATES: PackedInt32Array = [10, 23, 30]
const VELOCITY: Vector3 = Vector3(3.217, 0, -2.931)
const SETTLED: float = 3.0
const SECONDS: float = 8.0

var runner: SceneTree


## Collects places of frames and says by what share the fastest or slowest of them deviates.
class Speeds:
	var last: Vector3 = Vector3.INF
	var worst: float = 0.0
	var least: float = INF
	var most: float = 0.0
	var frames: int = 0

	func note(place: Vector3, delta: float) -> void:
		if last != Vector3.INF:
			var speed: float = place.distance_to(last) / delta / VELOCITY.length()
			worst = maxf(worst, place.distance_to(last + VELOCITY * delta) / delta)
			least = minf(least, speed)
			most = maxf(most, speed)
			frames += 1
		last = place

	## Of the whole velocity, direction included.
	func deviation() -> float:
		return worst / VELOCITY.length()


func check_even(speeds: Speeds, what: String) -> void:
	runner.check(speeds.frames > 100, "%s: %d frames" % [what, speeds.frames])
	var percent: float = 100.0 * speeds.deviation()
	runner.check(percent <= 1.0, "%s: speed deviates by %.2f %%" % [what, percent])


func test_packets_are_drawn_evenly() -> void:
	for rate: int in RATES:
		var outbox: AntOutbox = AntOutbox.create(null, null, {})
		var ghosts: AntGhosts = AntGhosts.create(null, null, {})
		var network: AntNetworkSimulator = AntNetworkSimulator.create(0.08, 0.01, 0.05, 3)
		var speeds: Speeds = Speeds.new()
		var ticks: int = 0
		for frame: int in int(SECONDS * rate):
			var now: int = frame * SECOND / rate
			# The owner ticks 60 times a second, whatever is drawn here.
			while ticks * SECOND / 60 <= now:
				var then: int = ticks * SECOND / 60
				outbox.submit(1, AntState.create(VELOCITY * (then * 1e-9), VELOCITY), then)
				var packet: PackedByteArray = outbox.packet(2, then)
				if not packet.is_empty():
					network.send(then, packet)
				ticks += 1
			while true:
				var packet: PackedByteArray = network.receive(now)
				if packet.is_empty():
					break
				ghosts.receive(1, packet, now)
			ghosts.draw(now)
			outbox_reply(outbox, ghosts, now)
			if now * 1e-9 > SETTLED:
				speeds.note(ghosts.get_ghost(1)["position"], 1.0 / rate)
		check_even(speeds, "packets at %d frames per second" % rate)


func outbox_reply(outbox: AntOutbox, ghosts: AntGhosts, now: int) -> void:
	var reply: PackedByteArray = ghosts.reply(1, now)
	if not reply.is_empty():
		outbox.receive(2, reply, now)


func test_states_are_drawn_evenly() -> void:
	for rate: int in RATES:
		for freshness: float in [1.0, 0.0]:
			var ghosts: AntGhosts = AntGhosts.create(null, null, {"freshness": freshness})
			var speeds: Speeds = Speeds.new()
			var sent: int = 0
			for frame: int in int(SECONDS * rate):
				var now: int = frame * SECOND / rate
				# Twenty states per second, each seen with the next frame.
				while sent * SECOND / 20 <= now:
					var then: int = sent * SECOND / 20
					var state: AntState = AntState.create(VELOCITY * (then * 1e-9), VELOCITY)
					ghosts.observe(1, 1, state, now)
					sent += 1
				ghosts.draw(now)
				if now * 1e-9 > SETTLED:
					speeds.note(ghosts.get_ghost(1)["position"], 1.0 / rate)
			check_even(speeds, "states at %d frames, freshness %.0f" % [rate, freshness])


## States with an age, at all rates that synchronizers have.
func test_a_ghost_that_knows_the_age_is_drawn_evenly() -> void:
	for rate: int in RATES:
		for sent_rate: int in SENT_RATES:
			var remote: Node3D = Node3D.new()
			var ghost: AntGhost3D = AntGhost3D.new()
			remote.add_child(ghost)
			AntClock.set_time(0)
			runner.root.add_child(remote)
			var speeds: Speeds = Speeds.new()
			var sent: int = 0
			for frame: int in int(SECONDS * rate):
				var now: int = frame * SECOND / rate
				AntClock.set_time(now)
				# Under way for 80 ms.
				while (sent * SECOND / sent_rate) + 8 * SECOND / 100 <= now:
					var then: float = float(sent) / sent_rate
					ghost.observe(VELOCITY * then, VELOCITY, now * 1e-9 - then)
					sent += 1
				await runner.process_frame
				if now * 1e-9 > SETTLED:
					speeds.note(remote.position, 1.0 / rate)
			check_even(speeds, "%d states with ages at %d frames per second" % [sent_rate, rate])
			var place: Vector3 = VELOCITY * (int(SECONDS * rate) - 1) / rate
			runner.check_near(remote.position, place, 0.1, "where the player is")
			remote.free()


## As a MultiplayerSynchronizer does: `observe`, undated, in the present and in the past.
func test_a_ghost_that_observes_is_drawn_evenly() -> void:
	for rate: int in RATES:
		for sent_rate: int in [10, 20, 23, 30]:
			# Undated, 23 states a second that wait for one of 30 frames have no rhythm that the
			# core finds: their dates are uneven by up to a seventh of a gap.
			if rate == 30 and sent_rate == 23:
				continue
			for freshness: float in [1.0, 0.0]:
				var what: String = "%d states at %d frames per second" % [sent_rate, rate]
				await check_observed(rate, sent_rate, freshness, what)


func check_observed(rate: int, sent_rate: int, freshness: float, what: String) -> void:
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	ghost.freshness = freshness
	remote.add_child(ghost)
	AntClock.set_time(0)
	runner.root.add_child(remote)
	var speeds: Speeds = Speeds.new()
	var sent: int = 0
	for frame: int in int(SECONDS * rate):
		var now: int = frame * SECOND / rate
		AntClock.set_time(now)
		while sent * SECOND / sent_rate <= now:
			ghost.observe(VELOCITY * (float(sent) / sent_rate), VELOCITY)
			sent += 1
		# The signal comes before nodes are processed: what is drawn now is seen with the next.
		await runner.process_frame
		if now * 1e-9 > SETTLED:
			speeds.note(remote.position, 1.0 / rate)
	check_even(speeds, "%s, freshness %.0f" % [what, freshness])
	remote.free()


func test_a_sender_moves_a_ghost_evenly() -> void:
	var player: Node3D = Node3D.new()
	var sender: AntSender3D = AntSender3D.new()
	player.add_child(sender)
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	remote.add_child(ghost)
	sender.network_id = 1
	ghost.network_id = 1
	sender.packet_ready.connect(func(packet: PackedByteArray) -> void: ghost.receive(packet))
	AntClock.set_time(0)
	runner.root.add_child(player)
	runner.root.add_child(remote)
	var speeds: Speeds = Speeds.new()
	for tick: int in int(SECONDS * 60):
		AntClock.set_time(tick * SECOND / 60)
		player.position = VELOCITY * (tick / 60.0)
		await runner.physics_frame
		if tick > SETTLED * 60:
			speeds.note(remote.position, 1.0 / 60.0)
	check_even(speeds, "by nodes")
	runner.check_near(remote.position, player.position, 0.15, "where the player is")


## The slider is moved to the past and back: what is drawn runs a little slower, then faster.
func test_freshness_changes_without_a_jump() -> void:
	var ghosts: AntGhosts = AntGhosts.create(null, null, {})
	var speeds: Speeds = Speeds.new()
	var behind: PackedFloat32Array = []
	for frame: int in 60 * 16:
		var now: int = frame * SECOND / 60
		if frame % 6 == 0:
			ghosts.observe(1, 1, AntState.create(VELOCITY * (now * 1e-9), VELOCITY), now)
		if frame == 60 * 4:
			ghosts.set_freshness(1, 0.0)
		elif frame == 60 * 10:
			ghosts.set_freshness(AntGhosts.EVERYBODY, 1.0)
		ghosts.draw(now)
		var place: Vector3 = ghosts.get_ghost(1)["position"]
		if frame > SETTLED * 60:
			speeds.note(place, 1.0 / 60.0)
		if frame in [60 * 4 - 1, 60 * 10 - 1, 60 * 16 - 1]:
			behind.append((VELOCITY * (now * 1e-9)).distance_to(place) / VELOCITY.length())
	runner.check(speeds.least > 0.85, "never slower than a tenth: %f" % speeds.least)
	runner.check(speeds.most < 1.15, "never faster than a tenth: %f" % speeds.most)
	runner.check(behind[0] < 0.02 and behind[2] < 0.02, "in the present: %s" % str(behind))
	runner.check(behind[1] > 0.1, "in the past: %s" % str(behind))


## The same by the property of the node.
func test_the_freshness_of_a_ghost_changes_without_a_jump() -> void:
	var remote: Node3D = Node3D.new()
	var ghost: AntGhost3D = AntGhost3D.new()
	remote.add_child(ghost)
	AntClock.set_time(0)
	runner.root.add_child(remote)
	var speeds: Speeds = Speeds.new()
	for frame: int in 60 * 12:
		var now: int = frame * SECOND / 60
		AntClock.set_time(now)
		if frame % 6 == 0:
			ghost.observe(VELOCITY * (now * 1e-9), VELOCITY)
		if frame > 240 and frame < 480:
			ghost.freshness = 1.0 - (frame - 240) / 240.0
		await runner.process_frame
		if frame > SETTLED * 60:
			speeds.note(remote.position, 1.0 / 60.0)
	runner.check(ghost.get_age() < 0.0, "it shows the past: %f" % ghost.get_age())
	runner.check(speeds.least > 0.85 and speeds.most < 1.15, "%f" % speeds.least)
