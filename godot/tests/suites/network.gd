extends RefCounted
## The classes for programmers that are about updates: codec, receiver, plausibility, commitments,
## clocks.

const MILLISECOND: int = 1_000_000

var runner: SceneTree


func update(sequence: int, time: int, place: Vector3, velocity: Vector3) -> AntUpdate:
	return AntUpdate.create(7, sequence, time, place, velocity)


func test_an_update_keeps_what_it_is_told() -> void:
	var told: AntUpdate = update(70_000, 5, Vector3(1, 2, 3), Vector3(4, 5, 6))
	runner.check_equal(told.network_id, 7, "number")
	runner.check_equal(told.sequence, 70_000 % 65_536, "sequence numbers begin again")
	runner.check_equal(told.position, Vector3(1, 2, 3), "position")
	runner.check_equal(told.rotation, null, "no facing")
	told.rotation = Quaternion(0, 1, 0, 0)
	told.acceleration = Vector3(0, 0, 9)
	told.flags = AntUpdate.TELEPORT | AntUpdate.AIRBORNE
	runner.check_equal(told.rotation, Quaternion(0, 1, 0, 0), "facing")
	runner.check_equal(told.acceleration, Vector3(0, 0, 9), "acceleration")
	runner.check_equal(told.flags, 129, "flags")
	runner.check_equal(told.digest().size(), 32, "digest")
	var other: AntUpdate = update(70_000, 5, Vector3(1, 2, 3), Vector3(4, 5, 6))
	runner.check(told.digest() != other.digest(), "another update has another digest")
	told.network_id = -1
	runner.check_error("network_id", "a negative number")
	runner.check_equal(told.network_id, 7, "nothing changed")


func test_a_codec_writes_few_bytes_and_reads_them() -> void:
	var codec: AntCodec = AntCodec.create({"position_step": 0.001, "ticks_per_second": 60})
	var told: AntUpdate = update(3, 1000 * MILLISECOND, Vector3(12.3456, 0, -7), Vector3(3, 0, 1))
	told.rotation = Quaternion(Vector3.UP, 0.5)
	var bytes: PackedByteArray = codec.encode(told, null)
	runner.check(bytes.size() > 4 and bytes.size() < 40, "%d bytes" % bytes.size())
	var read: AntUpdate = codec.decode(bytes, null)
	var error: float = codec.position_error()
	runner.check(error < 0.001, "stated error %f" % error)
	runner.check_near(read.position, told.position, error + 1e-6, "position")
	runner.check(
		(read.rotation as Quaternion).angle_to(told.rotation) < codec.rotation_error() + 1e-4,
		"facing"
	)
	runner.check_equal(read.digest(), codec.quantise(told).digest(), "what the sender expects")
	var next: AntUpdate = update(4, 1050 * MILLISECOND, Vector3(12.5, 0, -7), Vector3(3, 0, 1))
	var relative: PackedByteArray = codec.encode(next, read)
	runner.check(relative.size() < codec.encode(next, null).size(), "relative ones are shorter")
	runner.check_equal(
		codec.decode(relative, read).digest(), codec.quantise(next).digest(), "and say the same"
	)
	var packet: PackedByteArray = codec.encode_packet(1050 * MILLISECOND, [read, next], 1200)
	var both: Array[AntUpdate] = codec.decode_packet(packet, [])
	runner.check_equal(both.size(), 2, "updates of a packet")
	runner.check_equal(both[1].sequence, 4, "in their order")
	runner.check_equal(codec.decode(PackedByteArray([1]), null), null, "noise")
	runner.check_error("decode", "noise")
	runner.check_equal(codec.encode(null, null).size(), 0, "nothing")
	runner.check_error("null", "nothing")
	runner.check_equal(AntCodec.create({"position_stop": 1.0}), null, "no such parameter")
	runner.check_error("position_stop", "no such parameter")
	runner.check_equal(AntCodec.create({"quaternion_bits": "many"}), null, "no number")
	runner.check_error("quaternion_bits", "no number")
	runner.check_equal(AntCodec.create({"quaternion_bits": 99}), null, "out of range")
	runner.check_error("4 to 24", "out of range")


func test_a_receiver_puts_updates_into_order() -> void:
	var predictor: AntPredictor = AntPredictor.create(null, 8)
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.FIRST_ORDER
	var entity: int = predictor.add_entity(profile)
	var receiver: AntReceiver = AntReceiver.create(predictor, {"synchronised": true})
	runner.check(receiver.add(7, entity), "an entity")
	var walked: Array[AntUpdate] = []
	for number: int in 6:
		var time: int = number * 100 * MILLISECOND
		walked.append(update(number, time, Vector3(number * 0.5, 0, 0), Vector3(5, 0, 0)))
	var expected: PackedInt32Array = [
		AntReceiver.APPLIED,
		AntReceiver.APPLIED,
		AntReceiver.APPLIED,
		AntReceiver.INSERTED,
		AntReceiver.DUPLICATE,
		AntReceiver.APPLIED,
	]
	for step: int in 6:
		var arrival: int = (100 * step + 20) * MILLISECOND
		receiver.advance(arrival)
		var became: int = receiver.receive(walked[[0, 1, 3, 2, 2, 5][step]], arrival)
		runner.check_equal(became, expected[step], "update %d" % step)
	runner.check_equal(receiver.stats()["received"], 6, "received")
	runner.check_equal(receiver.stats()["duplicates"], 1, "one came twice")
	receiver.advance(600 * MILLISECOND)
	var shown: Dictionary = receiver.predict(7)
	runner.check_near(shown["position"], Vector3(3, 0, 0), 0.001, "a tenth of a second on")
	runner.check_equal(receiver.positions([7, 8])[1], Vector3.INF, "nobody")
	runner.check_near(receiver.positions([7])[0], Vector3(3, 0, 0), 0.001, "in a batch")
	var past: Dictionary = receiver.interpolate(7)
	runner.check(past["time"] < shown["time"], "the past: %s" % str(past))
	runner.check_equal(receiver.remote_time(), 600 * MILLISECOND, "time")
	runner.check_equal(
		receiver.receive(AntUpdate.create(9, 0, 0, Vector3.ZERO, Vector3.ZERO), 0),
		AntReceiver.UNKNOWN,
		"somebody else"
	)
	var before: int = receiver.state_hash()
	var bytes: PackedByteArray = receiver.snapshot()
	receiver.receive(update(6, 600 * MILLISECOND, Vector3(3, 0, 0), Vector3.ZERO), 0)
	runner.check(receiver.state_hash() != before, "it went on")
	runner.check(receiver.restore(bytes), "restored")
	runner.check_equal(receiver.state_hash(), before, "hash")
	runner.check_equal(
		receiver.receive(update(9, 0, Vector3(NAN, 0, 0), Vector3.ZERO), 0), -1, "nowhere"
	)
	runner.check_error("position", "nowhere")
	runner.check_equal(AntReceiver.create(null, {}), null, "without a predictor")
	runner.check_error("predictor", "without a predictor")


func test_implausible_updates_are_told_with_evidence() -> void:
	var judge: AntPlausibility = AntPlausibility.create(null, null, {"half_life": 30.0})
	for number: int in 10:
		var time: int = number * 100 * MILLISECOND
		var said: AntUpdate = update(number, time, Vector3(number * 0.5, 0, 0), Vector3(5, 0, 0))
		runner.check_equal(judge.judge(said, time), 0, "walking")
	var moved: AntUpdate = update(10, 1000 * MILLISECOND, Vector3(500, 0, 0), Vector3(5, 0, 0))
	var broken: int = judge.judge(moved, 1000 * MILLISECOND)
	runner.check(broken & AntPlausibility.SPEED != 0, "half a kilometre at once: %d" % broken)
	var evidence: Array[Dictionary] = judge.take_evidence()
	runner.check(not evidence.is_empty(), "there is evidence")
	runner.check_equal(evidence[0]["network_id"], 7, "against whom")
	runner.check(evidence[0]["value"] > evidence[0]["limit"], "in numbers: %s" % str(evidence[0]))
	runner.check_equal(judge.take_evidence().size(), 0, "it is given once")
	var standing: Dictionary = judge.standing(7, 1000 * MILLISECOND)
	runner.check(standing["score"] > 0.0 and standing["suspicious"] == 1, str(standing))
	runner.check(AntPlausibility.alarm() > 0.0, "somewhere is an end")
	judge.allow_teleport(7, 2000 * MILLISECOND)
	var respawn: AntUpdate = update(11, 1100 * MILLISECOND, Vector3.ZERO, Vector3.ZERO)
	respawn.flags = AntUpdate.TELEPORT
	runner.check_equal(judge.judge(respawn, 1100 * MILLISECOND), 0, "allowed")
	var bytes: PackedByteArray = judge.snapshot()
	var before: int = judge.state_hash()
	runner.check(judge.inconsistent(respawn, 1100 * MILLISECOND, 2), "told two things")
	runner.check(judge.state_hash() != before, "that counts")
	runner.check(judge.restore(bytes), "restored")
	runner.check_equal(judge.state_hash(), before, "hash")
	runner.check_equal(judge.judge(null, 0), -1, "nothing")
	runner.check_error("null", "nothing")


func test_walls_are_reachability() -> void:
	var blocked: PackedByteArray = []
	blocked.resize(20 * 20)
	for row: int in 20:
		blocked[row * 20 + 10] = 1
	var world: AntWorld = AntWorld.create_grid(20, 20, 1.0, Vector3.ZERO, blocked)
	runner.check_equal(world.cell_count(), 380, "cells")
	runner.check_equal(world.path_distance(Vector3(5, 0, 5), Vector3(15, 0, 5)), -1.0, "no way")
	runner.check_near(
		world.path_distance(Vector3(2, 0, 5), Vector3(8, 0, 5)), 6.0, 1.0, "within a half"
	)
	var judge: AntPlausibility = AntPlausibility.create(world, null, {})
	judge.judge(update(0, 0, Vector3(9.5, 0, 5.5), Vector3.ZERO), 0)
	var through: AntUpdate = update(1, 400 * MILLISECOND, Vector3(11.5, 0, 5.5), Vector3.ZERO)
	var broken: int = judge.judge(through, 400 * MILLISECOND)
	runner.check(broken & AntPlausibility.UNREACHABLE != 0, "through the wall: %d" % broken)
	var copy: AntWorld = AntWorld.create_grid(20, 20, 1.0, Vector3.ZERO, blocked)
	world.set_area_cost(3, 2.5)
	runner.check(copy.state_hash() != world.state_hash(), "another state")
	runner.check(copy.restore(world.snapshot()), "a level takes over a state")
	runner.check_equal(copy.state_hash(), world.state_hash(), "hash")
	var other: AntWorld = AntWorld.create_grid(1, 1, 1.0, Vector3.ZERO, PackedByteArray())
	runner.check(not other.restore(world.snapshot()), "of another level")
	runner.check_error("another level", "of another level")


func test_commitments_show_who_lies() -> void:
	var book: AntCommitments = AntCommitments.create(16)
	var nonce: PackedByteArray = Crypto.new().generate_random_bytes(32)
	var said: AntUpdate = update(1, 0, Vector3.ONE, Vector3.ZERO)
	var commitment: PackedByteArray = AntCommitments.make(nonce, said)
	runner.check_equal(commitment.size(), 32, "a commitment")
	runner.check(book.commit(7, 1, commitment, 0), "noted")
	runner.check(book.commit(7, 2, commitment, 0), "another")
	runner.check(book.commit(7, 3, commitment, 5), "a third")
	runner.check_equal(book.reveal(nonce, said), AntCommitments.HONEST, "as promised")
	var other: AntUpdate = update(2, 0, Vector3.ZERO, Vector3.ZERO)
	runner.check_equal(book.reveal(nonce, other), AntCommitments.DIFFERENT, "something else")
	runner.check_equal(book.reveal(nonce, said), AntCommitments.UNCOMMITTED, "out of the blue")
	var overdue: Array[Dictionary] = book.take_overdue(10)
	runner.check(overdue.size() == 1 and overdue[0]["sequence"] == 3, str(overdue))
	book.saw(7, 1, said.digest())
	var report: Dictionary = book.told(2, 7, 1, other.digest())
	runner.check_equal(report["differ"], 1, "a peer was told something else")
	runner.check(not book.commit(7, 9, PackedByteArray([1]), 0), "no commitment")
	runner.check_error("32", "no commitment")


func test_a_remote_clock_is_found() -> void:
	var clock: AntRemoteClock = AntRemoteClock.create({"window": 10.0})
	runner.check_equal(clock.remote_time(0), -1, "nothing is known")
	for number: int in 50:
		var sent: int = 5_000_000_000 + number * 100 * MILLISECOND
		var delay: int = (30 + number % 7) * MILLISECOND
		clock.update_arrived(sent, number * 100 * MILLISECOND + delay)
	var now: int = 5_000 * MILLISECOND
	runner.check_near(
		(clock.remote_time(now) - 5_000_000_000 - now) * 1e-6, -30.0, 2.0, "behind by the way"
	)
	runner.check(
		clock.answer_arrived(
			now,
			now + 5_000_000_000 + 30 * MILLISECOND,
			now + 5_000_000_000 + 30 * MILLISECOND,
			now + 60 * MILLISECOND
		),
		"a round trip"
	)
	runner.check_near(
		(clock.remote_time(now) - 5_000_000_000 - now) * 1e-6, 0.0, 4.0, "now the way is known"
	)
	runner.check(clock.lateness(0.95) > 2 * MILLISECOND, "some are late")
	var copy: AntRemoteClock = AntRemoteClock.create({})
	runner.check(copy.restore(clock.snapshot()), "restored")
	runner.check_equal(copy.state_hash(), clock.state_hash(), "hash")
	clock.reset()
	runner.check_equal(clock.remote_time(0), -1, "forgotten")
