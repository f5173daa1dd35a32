extends Node3D
## 40 x 24 m with walls, pillars, a ramp, two floors and a door, the same on every machine.

const HALF: Vector2 = Vector2(20, 12)
## Centre and size of every wall.
const WALLS: Array[AABB] = [
	AABB(Vector3(-20.5, 0, -12.5), Vector3(0.5, 6, 25)),
	AABB(Vector3(20, 0, -12.5), Vector3(0.5, 6, 25)),
	AABB(Vector3(-20.5, 0, -12.5), Vector3(41, 6, 0.5)),
	AABB(Vector3(-20.5, 0, 12), Vector3(41, 6, 0.5)),
	AABB(Vector3(-6.2, 0, -12), Vector3(0.4, 3, 11)),
	AABB(Vector3(-6.2, 0, 1), Vector3(0.4, 3, 7)),
	AABB(Vector3(2, 0, -4), Vector3(0.4, 3, 10)),
	AABB(Vector3(2, 0, -4.4), Vector3(7, 3, 0.4)),
	AABB(Vector3(-14, 0, 3), Vector3(2, 3, 2)),
	AABB(Vector3(-14, 0, -6), Vector3(2, 3, 2)),
	AABB(Vector3(12, 0, 5), Vector3(3, 3, 1)),
]
const FLOOR: AABB = AABB(Vector3(-20, -0.5, -12), Vector3(40, 0.5, 24))
## The upper floor; the ramp leads to its edge from the west.
const UPPER: AABB = AABB(Vector3(12, 2.6, -12), Vector3(8, 0.4, 11))
const RAMP: AABB = AABB(Vector3(5, 0, -11.5), Vector3(7, 3, 3))
const DOOR: AABB = AABB(Vector3(-6.2, 0, -1), Vector3(0.4, 3, 2))
## The door is open for so long and closed for so long, seconds.
const DOOR_PHASE: float = 6.0

var door: StaticBody3D
var world: AntWorld3D


func _init() -> void:
	name = "Level"
	var region: NavigationRegion3D = NavigationRegion3D.new()
	add_child(region)
	for solid: AABB in WALLS + [FLOOR, UPPER]:
		region.add_child(box(solid))
	region.add_child(ramp())
	var mesh: NavigationMesh = NavigationMesh.new()
	mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	mesh.agent_radius = 0.5
	mesh.agent_max_climb = 0.25
	region.navigation_mesh = mesh
	door = box(DOOR)
	door.add_to_group(&"ant_door")
	add_child(door)
	world = AntWorld3D.new()


func _ready() -> void:
	var region: NavigationRegion3D = get_child(0)
	region.bake_navigation_mesh(false)
	add_child(world)


func set_open(open: bool) -> void:
	world.set_door_open(door, open)
	(door.get_child(0) as CollisionShape3D).set_deferred(&"disabled", open)


## What a test of the suite needs to know: the walls, a line for each.
static func write_walls(path: String) -> void:
	var file: FileAccess = FileAccess.open(path, FileAccess.WRITE)
	for wall: AABB in WALLS:
		var numbers: Array[float] = [
			wall.position.x, wall.position.y, wall.position.z, wall.end.x, wall.end.y, wall.end.z
		]
		file.store_line(" ".join(numbers.map(str)))


func box(solid: AABB) -> StaticBody3D:
	var shape: BoxShape3D = BoxShape3D.new()
	shape.size = solid.size
	return body_of(shape, solid.get_center())


func ramp() -> StaticBody3D:
	var shape: ConvexPolygonShape3D = ConvexPolygonShape3D.new()
	var size: Vector3 = RAMP.size
	shape.points = [
		Vector3.ZERO,
		Vector3(size.x, 0, 0),
		Vector3(size.x, size.y, 0),
		Vector3(0, 0, size.z),
		Vector3(size.x, 0, size.z),
		size,
	]
	return body_of(shape, RAMP.position)


func body_of(shape: Shape3D, place: Vector3) -> StaticBody3D:
	var body: StaticBody3D = StaticBody3D.new()
	var collision: CollisionShape3D = CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	body.position = place
	return body
