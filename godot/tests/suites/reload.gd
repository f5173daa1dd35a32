extends RefCounted
## Scenes come and go a thousand times, and nothing is left behind.

const ROUNDS: int = 1000
const WARM: int = 200

var runner: SceneTree


func scene() -> Node3D:
	var made: Node3D = Node3D.new()
	var mesh: NavigationMesh = NavigationMesh.new()
	mesh.vertices = [Vector3.ZERO, Vector3(20, 0, 0), Vector3(20, 0, 20), Vector3(0, 0, 20)]
	mesh.add_polygon(PackedInt32Array([0, 1, 2, 3]))
	var region: NavigationRegion3D = NavigationRegion3D.new()
	region.navigation_mesh = mesh
	var player: Node3D = Node3D.new()
	player.add_child(AntSender3D.new())
	var remote: Node3D = Node3D.new()
	remote.add_child(AntGhost3D.new())
	var map: AntPheromoneMap3D = AntPheromoneMap3D.new()
	map.overlay = true
	for child: Node in [
		region,
		AntWorld3D.new(),
		map,
		AntPointOfInterest3D.new(),
		player,
		remote,
		AntReplicator.new()
	]:
		made.add_child(child)
	return made


func resident_bytes() -> int:
	var file: FileAccess = FileAccess.open("/proc/self/statm", FileAccess.READ)
	return file.get_line().get_slice(" ", 1).to_int() * 4096 if file else 0


func test_a_thousand_scenes_leave_nothing_behind() -> void:
	var objects: float = 0.0
	var memory: int = 0
	for number: int in ROUNDS:
		if number == WARM:
			objects = Performance.get_monitor(Performance.OBJECT_COUNT)
			memory = resident_bytes()
		var made: Node3D = scene()
		runner.root.add_child(made)
		var ghost: AntGhost3D = made.get_child(5).get_child(0)
		ghost.observe(Vector3(1, 0, 1), Vector3(1, 0, 0))
		await runner.physics_frame
		await runner.process_frame
		made.free()
	var more: float = Performance.get_monitor(Performance.OBJECT_COUNT) - objects
	runner.check(more < 10.0, "objects left behind: %d" % int(more))
	var grown: float = (resident_bytes() - memory) / 1048576.0
	print("  %d scenes: %.1f MB more than after %d" % [ROUNDS, grown, WARM])
	runner.check(grown < 8.0, "memory grew by %.1f MB" % grown)
