extends RefCounted
## Ghosts whose frame is divided between threads of the WorkerThreadPool. The setting is read once,
## so this suite has a process of its own.

const GHOSTS: int = 600
const FRAME: int = 16_000_000

var runner: SceneTree


func place_of(number: int, frame: int) -> Vector3:
	var angle: float = frame * 0.02 + number
	return Vector3(cos(angle) * 4.0, 0, number + sin(angle) * 4.0)


func test_ghosts_drawn_in_threads_are_where_one_thread_draws_them() -> void:
	ProjectSettings.set_setting("antreckon/worker_threads", 2)
	var ghosts: AntGhosts = AntGhosts.create(null, null, {})
	runner.check_equal(ghosts.threads, 2, "as the setting says")
	ghosts.threads = 1
	var remotes: Array[Node3D] = []
	for number: int in GHOSTS:
		var remote: Node3D = Node3D.new()
		var ghost: AntGhost3D = AntGhost3D.new()
		ghost.network_id = number
		remote.add_child(ghost)
		runner.root.add_child(remote)
		remotes.append(remote)
	AntClock.set_time(0)
	await runner.process_frame
	ghosts.draw(0)
	# The signal comes before nodes are processed.
	for frame: int in 60:
		await runner.process_frame
		AntClock.set_time(frame * FRAME)
		for number: int in range(frame % 6, GHOSTS, 6):
			var place: Vector3 = place_of(number, frame)
			var velocity: Vector3 = (place_of(number, frame + 1) - place) / 0.016
			(remotes[number].get_child(0) as AntGhost3D).observe(place, velocity)
			ghosts.observe(1, number, AntState.create(place, velocity), frame * FRAME)
		ghosts.draw(frame * FRAME)
	await runner.process_frame
	var numbers: PackedInt64Array = ghosts.players()
	var shown: PackedVector3Array = ghosts.positions()
	runner.check_equal(numbers.size(), GHOSTS, "all are shown")
	var differ: int = 0
	for place: int in numbers.size():
		differ += int(remotes[numbers[place]].position != shown[place])
	runner.check_equal(differ, 0, "ghosts elsewhere")
	var seventh: Vector3 = remotes[7].position
	runner.check(seventh.distance_to(place_of(7, 59)) < 1.0, "and all on their way")
