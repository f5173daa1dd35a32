extends NavigationRegion3D
## The arena: a floor, walls and blocks, baked into a navigation mesh when the scene starts.

const SIZE: float = 32.0
const BLOCK_COLOR: Color = Color(0.19, 0.225, 0.32)
const EDGE_COLOR: Color = Color(0.13, 0.16, 0.24)
const TRIM_COLOR: Color = Color(0.4, 0.62, 0.95)
## Height and overhang of the trim on top of a block.
const TRIM: float = 0.08
## Centre x, centre z, width, depth, height.
const BLOCKS: Array[Array] = [
	[-9.0, -5.0, 6.0, 1.6, 2.2],
	[9.0, 5.0, 6.0, 1.6, 2.2],
	[-9.0, 7.0, 1.6, 6.0, 2.2],
	[9.0, -7.0, 1.6, 6.0, 2.2],
	[0.0, 0.0, 4.0, 4.0, 3.0],
	[0.0, -10.5, 7.0, 1.6, 1.6],
	[0.0, 10.5, 7.0, 1.6, 1.6],
	[-4.5, 3.5, 1.6, 1.6, 1.4],
	[4.5, -3.5, 1.6, 1.6, 1.4],
	[13.0, 12.0, 1.6, 1.6, 1.4],
	[-13.0, -12.0, 1.6, 1.6, 1.4],
]


func _ready() -> void:
	add_box(Vector3(0, -0.5, 0), Vector3(SIZE, 1, SIZE), DemoLooks.floor_material())
	for side: float in [-1.0, 1.0]:
		var edge: float = side * (SIZE / 2 + 0.25)
		add_wall(Vector3(edge, 0.25, 0), Vector3(0.5, 1.5, SIZE + 1), EDGE_COLOR)
		add_wall(Vector3(0, 0.25, edge), Vector3(SIZE + 1, 1.5, 0.5), EDGE_COLOR)
	for block: Array in BLOCKS:
		add_wall(
			Vector3(block[0], block[4] / 2, block[1]),
			Vector3(block[2], block[4], block[3]),
			BLOCK_COLOR
		)
	var mesh: NavigationMesh = NavigationMesh.new()
	mesh.geometry_parsed_geometry_type = NavigationMesh.PARSED_GEOMETRY_STATIC_COLLIDERS
	mesh.agent_radius = 0.5
	mesh.agent_max_climb = 0.25
	mesh.cell_height = 0.25
	navigation_mesh = mesh
	bake_navigation_mesh(false)


## A box with a bright rim, so that its shape is seen from above.
func add_wall(place: Vector3, size: Vector3, color: Color) -> void:
	add_box(place, size, DemoLooks.matt(color))
	var rim: Vector3 = Vector3(size.x + TRIM, TRIM, size.z + TRIM)
	var top: float = place.y + size.y / 2
	var light: Material = DemoLooks.glowing(TRIM_COLOR.darkened(0.45), 0.3)
	add_child(DemoLooks.piece(DemoLooks.box(rim), light, Vector3(place.x, top - TRIM / 2, place.z)))
	var lid: Vector3 = Vector3(size.x - TRIM * 2, TRIM, size.z - TRIM * 2)
	var cover: Material = DemoLooks.matt(color.lightened(0.08))
	add_child(DemoLooks.piece(DemoLooks.box(lid), cover, Vector3(place.x, top, place.z)))


func add_box(place: Vector3, size: Vector3, material: Material) -> void:
	var body: StaticBody3D = StaticBody3D.new()
	var shape: CollisionShape3D = CollisionShape3D.new()
	var box: BoxShape3D = BoxShape3D.new()
	box.size = size
	shape.shape = box
	body.add_child(shape)
	body.add_child(DemoLooks.piece(DemoLooks.box(size), material, Vector3.ZERO))
	body.position = place
	add_child(body)
