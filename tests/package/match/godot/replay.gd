extends SceneTree
## What replay.c does, through the addon: `-- TOLD.BIN`.

enum { TAKEN, THERE, STATE, TRUTH, GONE, PACKET, REPLY }

const STEPS_PER_SECOND: float = 20.0
const LATEST: int = 16
## The machines, and the players that are not drawn in the predicted present.
const OWNER: int = 1
const HOST: int = 2
const CLIENT: int = 7
const HALF_FRESH: int = 6
const OF_THE_PAST: int = 9
## The owner's clock shows this much more.
const AHEAD: int = 7_000_000_000
## Of FNV-1a, 64 bits; the first is 0xcbf29ce484222325 as a signed number.
const FNV_BEGIN: int = -3750763034362895579
const FNV_PRIME: int = 0x100000001b3

var input: FileAccess
var world: AntWorld
var map: AntPheromoneMap
var ghosts: AntGhosts
var outbox: AntOutbox
## What the last frames sent, each in its turn.
var packets: Array[PackedByteArray] = []
var replies: Array[PackedByteArray] = []
var drawn: int = FNV_BEGIN


func _initialize() -> void:
	input = FileAccess.open(OS.get_cmdline_user_args()[0], FileAccess.READ)
	make_world()
	make_map()
	make_players()
	packets.resize(LATEST)
	replies.resize(LATEST)
	var sent: int = 0
	var frames: int = input.get_32()
	for frame: int in frames:
		var now: int = input.get_64()
		for event: int in input.get_32():
			happen(now)
		map.step_to(now)
		packets[frame % LATEST] = outbox.packet(CLIENT, now + AHEAD)
		draw(now)
		replies[frame % LATEST] = ghosts.reply(OWNER, now)
		sent += int(not packets[frame % LATEST].is_empty())
	var hashes: Array[String] = []
	for number: int in [
		world.state_hash(), map.state_hash(), ghosts.state_hash(), outbox.state_hash(), drawn
	]:
		hashes.append("%08x%08x" % [(number >> 32) & 0xFFFFFFFF, number & 0xFFFFFFFF])
	print(
		(
			"%d frames, %d packets: world %s map %s ghosts %s outbox %s drawn %s"
			% ([frames, sent] + hashes as Array)
		)
	)
	quit(0)


func take_vector() -> Vector3:
	var x: float = input.get_float()
	var y: float = input.get_float()
	return Vector3(x, y, input.get_float())


func make_world() -> void:
	var cell_size: float = input.get_float()
	world = AntWorld.create(cell_size, input.get_float())
	var corners: PackedVector3Array = []
	var squares: Array[PackedInt32Array] = []
	for square: int in input.get_32():
		for corner: int in 4:
			corners.append(take_vector())
		squares.append(
			PackedInt32Array([4 * square, 4 * square + 1, 4 * square + 2, 4 * square + 3])
		)
	world.set_tile(Vector3i.ZERO, corners, squares)


func make_map() -> void:
	map = AntPheromoneMap.create(world, [AntLayer.new()], STEPS_PER_SECOND, 0)
	map.enable_trails()
	for item: int in input.get_32():
		var number: int = input.get_32()
		map.add_source(number, 0, take_vector(), 10.0, false)
		map.set_source_active(number, false)


func make_players() -> void:
	ghosts = AntGhosts.create(world, null, {})
	# In a level that has a map, avatars would leave trails in it; in replay.c they do not.
	outbox = AntOutbox.create(null, null, {})
	for player: int in input.get_32():
		var profile: AntProfile = AntProfile.new()
		profile.model = input.get_32()
		ghosts.set_profile(player, profile)
	ghosts.set_freshness(HALF_FRESH, 0.5)
	ghosts.set_freshness(OF_THE_PAST, 0.0)


func happen(now: int) -> void:
	var kind: int = input.get_32()
	var number: int = input.get_32()
	var state: AntState = AntState.new()
	state.teleported = input.get_32() != 0
	input.get_32()
	var time: int = input.get_64()
	state.time = time if kind == STATE else null
	state.position = take_vector()
	state.velocity = take_vector()
	var axis: Vector3 = take_vector()
	state.rotation = Quaternion(axis.x, axis.y, axis.z, input.get_float())
	match kind:
		STATE:
			ghosts.observe(HOST, number, state, now)
		TRUTH:
			outbox.submit(number, state, now + AHEAD)
		GONE:
			outbox.remove(number)
		PACKET:
			if not packets[number % LATEST].is_empty():
				ghosts.receive(OWNER, packets[number % LATEST], now)
		REPLY:
			if not replies[number % LATEST].is_empty():
				outbox.receive(CLIENT, replies[number % LATEST], now + AHEAD)
		_:
			map.set_source_active(number, kind == THERE)


func draw(now: int) -> void:
	ghosts.draw(now)
	# Numbers of players fit into 32 bits here.
	var players: PackedInt32Array = PackedInt32Array(Array(ghosts.players()))
	for bytes: PackedByteArray in [
		players.to_byte_array(),
		ghosts.positions().to_byte_array(),
		ghosts.velocities().to_byte_array(),
		ghosts.rotations().to_byte_array(),
	]:
		for byte: int in bytes:
			drawn = (drawn ^ byte) * FNV_PRIME
