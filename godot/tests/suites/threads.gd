extends RefCounted
## Ghosts whose batches are divided between threads of the WorkerThreadPool. The setting is read
## once, so this suite has a process of its own.

const GHOSTS: int = 600
const FRAME: int = 16_000_000

var runner: SceneTree


func place_of(number: int, frame: int) -> Vector3:
	var angle: float = frame * 0.02 + number
	return Vector3(cos(angle) * 4.0, 0, number + sin(angle) * 4.0)


func test_ghosts_drawn_in_threads_are_where_one_thread_draws_them() -> void:
	ProjectSettings.set_setting("antreckon/worker_threads", 2)
	var convergence: AntConvergence = AntConvergence.new()
	# A model that does not look at the facing, which only one of both is told.
	var profile: AntProfile = AntProfile.new()
	profile.model = AntProfile.DAMPED
	var crowd: AntCrowd = AntCrowd.create(null, convergence)
	var remotes: Array[Node3D] = []
	for number: int in GHOSTS:
		var remote: Node3D = Node3D.new()
		var ghost: AntGhost3D = AntGhost3D.new()
		ghost.network_id = number
		ghost.profile = profile
		ghost.convergence = convergence
		remote.add_child(ghost)
		runner.root.add_child(remote)
		remotes.append(remote)
		crowd.add(1, number, profile)
	AntClock.set_time(0)
	await runner.process_frame
	crowd.frame(0, 1)
	# The signal comes before nodes are processed.
	for frame: int in 60:
		await runner.process_frame
		AntClock.set_time(frame * FRAME)
		for number: int in range(frame % 6, GHOSTS, 6):
			var place: Vector3 = place_of(number, frame)
			var velocity: Vector3 = (place_of(number, frame + 1) - place) / 0.016
			(remotes[number].get_child(0) as AntGhost3D).observe(place, velocity)
			crowd.receive_update(
				1,
				number,
				frame / 6 + 1,
				frame * FRAME,
				frame * FRAME,
				place,
				velocity,
				Quaternion.IDENTITY,
				false
			)
		crowd.frame(frame * FRAME, 1)
	await runner.process_frame
	var shown: PackedVector3Array = crowd.positions()
	var differ: int = 0
	for number: int in GHOSTS:
		differ += int(remotes[number].position != shown[number])
	runner.check_equal(differ, 0, "ghosts elsewhere")
	runner.check(shown[7].distance_to(place_of(7, 59)) < 1.0, "and all on their way")
