extends SceneTree
## Replays the recorded match: `-- RECORDING INPUT OUTPUT`. Writes what the ghosts were told and
## what they showed, for ghosts.c to compare.

const Recording: GDScript = preload("res://recording.gd")
const MODELS: PackedInt32Array = [
	AntProfile.AUTO,
	AntProfile.DAMPED,
	AntProfile.ANT,
	AntProfile.TRAIL,
	AntProfile.KINEMATIC,
	AntProfile.SECOND_ORDER,
]
const STEP_HEIGHT: float = 0.875
const SECONDS: int = 60
const RATE: int = 60


func _initialize() -> void:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	var recording: RefCounted = Recording.new()
	if not recording.read(arguments[0]):
		print("not true: the recording can be read\n0 passed, 1 failed")
		quit(1)
		return
	var input: FileAccess = FileAccess.open(arguments[1], FileAccess.WRITE)
	var output: FileAccess = FileAccess.open(arguments[2], FileAccess.WRITE)
	var cell_size: float = PackedFloat32Array([recording.cell * recording.METRES])[0]
	var world: AntWorld = AntWorld.create(cell_size, STEP_HEIGHT)
	var polygons: Array[PackedInt32Array] = []
	for square: int in recording.corners.size() / 4:
		polygons.append(
			PackedInt32Array([4 * square, 4 * square + 1, 4 * square + 2, 4 * square + 3])
		)
	world.set_tile(Vector3i.ZERO, recording.corners, polygons)
	input.store_float(cell_size)
	input.store_float(STEP_HEIGHT)
	input.store_32(recording.corners.size())
	input.store_32(polygons.size())
	input.store_buffer(recording.corners.to_byte_array())
	for polygon: PackedInt32Array in polygons:
		input.store_buffer(polygon.to_byte_array())

	var ghosts: AntGhosts = AntGhosts.create(world, null, {})
	var state: AntState = AntState.new()
	var players: int = recording.places.size()
	input.store_32(players)
	input.store_32(SECONDS * RATE)
	for player: int in players:
		var profile: AntProfile = AntProfile.new()
		profile.model = MODELS[player % MODELS.size()]
		ghosts.set_profile(player, profile)
		input.store_32(profile.model)
	var random: RandomNumberGenerator = RandomNumberGenerator.new()
	random.seed = 5
	var told: int = -1
	for frame: int in SECONDS * RATE:
		var now: int = frame * 1_000_000_000 / RATE
		var tick: int = frame * recording.tick_rate / RATE
		var due: PackedInt32Array = []
		for player: int in players:
			# A few updates per second, some lost, none from the dead.
			var wanted: bool = (tick + player) % (recording.tick_rate / 5) == 0 and tick != told
			if wanted and recording.states[player][tick] & 1 and random.randf() > 0.1:
				due.append(player)
		told = tick
		input.store_64(now)
		input.store_32(due.size())
		for player: int in due:
			var place: Vector3 = recording.places[player][tick]
			var velocity: Vector3 = recording.velocities[player][tick]
			var facing: Quaternion = recording.facings[player][tick]
			var moved: bool = recording.states[player][tick] & 2 != 0
			state.time = now
			state.position = place
			state.velocity = velocity
			state.rotation = facing
			state.teleported = moved
			ghosts.observe(1, player, state, now)
			for number: int in [player, int(moved)]:
				input.store_32(number)
			input.store_64(now)
			for vector: Vector3 in [place, velocity]:
				for axis: int in 3:
					input.store_float(vector[axis])
			for number: float in [facing.x, facing.y, facing.z, facing.w]:
				input.store_float(number)
		ghosts.draw(now)
		output.store_32(ghosts.players().size())
		output.store_buffer(ghosts.positions().to_byte_array())
	input.close()
	output.close()
	print("%d players, %d squares" % [players, polygons.size()])
	quit(0)
