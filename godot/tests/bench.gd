extends SceneTree
## A frame of 1,000 ghosts, as ghosts.c has it; prints nanoseconds: one batch, one batch in
## threads, and 1,000 nodes that are moved.

const COUNT: int = 1000
const WARM: int = 20


## Notes when it is processed.
class Probe:
	extends Node
	var time: int = 0

	func _process(_delta: float) -> void:
		time = Time.get_ticks_usec()


func _initialize() -> void:
	var frames: int = OS.get_cmdline_user_args()[0].to_int()
	await process_frame
	print("batch %d" % undisturbed(measure(frames, 1)))
	print("threads %d" % undisturbed(measure(frames, OS.get_processor_count())))
	await measure_nodes(frames)
	quit(0)


## The tenth of ten: what other programs take away does not count.
func undisturbed(spent: PackedInt64Array) -> int:
	var sorted: PackedInt64Array = spent.slice(WARM)
	sorted.sort()
	return sorted[sorted.size() / 10]


func measure(frames: int, threads: int) -> PackedInt64Array:
	var ghosts: AntGhosts = AntGhosts.create(null, null, {})
	ghosts.threads = threads
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.DAMPED
	ghosts.set_profile(AntGhosts.EVERYBODY, profile)
	var state: AntState = AntState.new()
	state.rotation = Quaternion.IDENTITY
	var spent: PackedInt64Array = []
	for frame: int in frames:
		var now: int = frame * 16_000_000
		for number: int in range(frame % 10, COUNT, 10):
			var speed: float = 1 + number % 5
			state.time = now
			state.position = Vector3(frame * 0.016 * speed, 0, number)
			state.velocity = Vector3(speed, 0, 0)
			ghosts.observe(1, number, state, now)
		var begin: int = Time.get_ticks_usec()
		# Microseconds are too coarse for one frame: ten of them, a tenth of the time apart.
		for tenth: int in 10:
			ghosts.draw(now + tenth * 1_600_000)
			ghosts.positions()
		spent.append((Time.get_ticks_usec() - begin) * 100)
	return spent


func measure_nodes(frames: int) -> void:
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.DAMPED
	var ghosts: Array[AntGhost3D] = []
	for number: int in COUNT:
		var remote: Node3D = Node3D.new()
		var ghost: AntGhost3D = AntGhost3D.new()
		ghost.network_id = number
		ghost.profile = profile
		remote.add_child(ghost)
		root.add_child(remote)
		ghosts.append(ghost)
	var first: Probe = Probe.new()
	first.process_priority = -1000
	var last: Probe = Probe.new()
	last.process_priority = 1000
	root.add_child(first)
	root.add_child(last)
	var spent: PackedInt64Array = []
	for frame: int in frames:
		AntClock.set_time(frame * 16_000_000)
		for number: int in range(frame % 10, COUNT, 10):
			var speed: float = 1 + number % 5
			ghosts[number].observe(Vector3(frame * 0.016 * speed, 0, number), Vector3(speed, 0, 0))
		await process_frame
		if frame > 0:
			spent.append((last.time - first.time) * 1000)
	print("nodes %d" % undisturbed(spent))
