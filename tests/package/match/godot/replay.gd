extends SceneTree
## What replay.c does, through the addon: `-- TOLD.BIN`.

const PLAYERS: int = 8
const STEPS_PER_SECOND: float = 20.0
const SAMPLES: int = 4
## Of FNV-1a, 64 bits; the first is 0xcbf29ce484222325 as a signed number.
const FNV_BEGIN: int = -3750763034362895579
const FNV_PRIME: int = 0x100000001b3

var input: FileAccess
var map: AntPheromoneMap
var crowd: AntCrowd


func _initialize() -> void:
	input = FileAccess.open(OS.get_cmdline_user_args()[0], FileAccess.READ)
	var world: AntWorld = make_world()
	make_map(world)
	make_players(world)
	var shown: int = FNV_BEGIN
	var updates: int = 0
	var frames: int = input.get_32()
	for frame: int in frames:
		var now: int = input.get_64()
		for event: int in input.get_32():
			updates += happen(now)
		map.step_to(now)
		for byte: int in crowd.frame_positions(now, 1).to_byte_array():
			shown = (shown ^ byte) * FNV_PRIME
		crowd.adapt(SAMPLES)
	var hashes: Array[String] = []
	for number: int in [world.state_hash(), map.state_hash(), crowd.state_hash(), shown]:
		hashes.append("%08x%08x" % [(number >> 32) & 0xFFFFFFFF, number & 0xFFFFFFFF])
	print(
		(
			"%d frames, %d updates: world %s map %s crowd %s shown %s"
			% ([frames, updates] + hashes as Array)
		)
	)
	quit(0)


func take_vector() -> Vector3:
	var x: float = input.get_float()
	var y: float = input.get_float()
	return Vector3(x, y, input.get_float())


func make_world() -> AntWorld:
	var cell_size: float = input.get_float()
	var world: AntWorld = AntWorld.create(cell_size, input.get_float())
	var corners: PackedVector3Array = []
	var squares: Array[PackedInt32Array] = []
	for square: int in input.get_32():
		for corner: int in 4:
			corners.append(take_vector())
		squares.append(
			PackedInt32Array([4 * square, 4 * square + 1, 4 * square + 2, 4 * square + 3])
		)
	world.set_tile(Vector3i.ZERO, corners, squares)
	return world


func make_map(world: AntWorld) -> void:
	map = AntPheromoneMap.create(world, [AntLayer.new()], STEPS_PER_SECOND, 0)
	map.enable_trails()
	for item: int in input.get_32():
		var number: int = input.get_32()
		map.add_source(number, 0, take_vector(), 10.0, false)
		map.set_source_active(number, false)


func make_players(world: AntWorld) -> void:
	crowd = AntCrowd.create(world, null)
	for player: int in input.get_32():
		var profile: AntProfile = AntProfile.new()
		profile.model = input.get_32()
		crowd.add(1, player, profile)


## One event; returns the number of updates in it.
func happen(now: int) -> int:
	var kind: int = input.get_32()
	var number: int = input.get_32()
	var sequence: int = input.get_32()
	var teleported: bool = input.get_32() != 0
	var time: int = input.get_64()
	var place: Vector3 = take_vector()
	var velocity: Vector3 = take_vector()
	var axis: Vector3 = take_vector()
	var facing: Quaternion = Quaternion(axis.x, axis.y, axis.z, input.get_float())
	if kind == 2:
		crowd.receive_update(1, number, sequence, time, now, place, velocity, facing, teleported)
		return 1
	map.set_source_active(number, kind == 1)
	return 0
