extends RefCounted
## A scene of three dimensions for tests, on a clock of their own.

const SECOND: int = 1_000_000_000

var runner: SceneTree
var now: int = 0


func mesh_of(corners: PackedVector3Array, polygons: Array[PackedInt32Array]) -> NavigationMesh:
	var mesh: NavigationMesh = NavigationMesh.new()
	mesh.vertices = corners
	for polygon: PackedInt32Array in polygons:
		mesh.add_polygon(polygon)
	return mesh


func square(size: float) -> NavigationMesh:
	return mesh_of(
		[Vector3.ZERO, Vector3(size, 0, 0), Vector3(size, 0, size), Vector3(0, 0, size)],
		[PackedInt32Array([0, 1, 2, 3])]
	)


func region_with(mesh: NavigationMesh) -> NavigationRegion3D:
	var region: NavigationRegion3D = NavigationRegion3D.new()
	region.navigation_mesh = mesh
	return region


func scene_with(nodes: Array[Node]) -> Node3D:
	var scene: Node3D = Node3D.new()
	for node: Node in nodes:
		scene.add_child(node)
	runner.root.add_child(scene)
	return scene


## Physics ticks on a clock of our own.
func ticks(count: int) -> void:
	for tick: int in count:
		now += SECOND / 60
		AntClock.set_time(now)
		await runner.physics_frame
