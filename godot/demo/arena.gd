extends NavigationRegion3D
## The arena: a floor, walls and blocks, baked into a navigation mesh when the scene starts.

const SIZE: float = 32.0
const FLOOR_COLOR: Color = Color(0.13, 0.15, 0.2)
const BLOCK_COLOR: Color = Color(0.3, 0.34, 0.44)
const EDGE_COLOR: Color = Color(0.2, 0.23, 0.31)
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
	add_box(Vector3(0, -0.5, 0), Vector3(SIZE, 1, SIZE), FLOOR_COLOR)
	for side: float in [-1.0, 1.0]:
		var edge: float = side * (SIZE / 2 + 0.25)
		add_box(Vector3(edge, 0.5, 0), Vector3(0.5, 2, SIZE + 1), EDGE_COLOR)
		add_box(Vector3(0, 0.5, edge), Vector3(SIZE + 1, 2, 0.5), EDGE_COLOR)
	for block: Array in BLOCKS:
		add_box(
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


func add_box(place: Vector3, size: Vector3, color: Color) -> void:
	var body: StaticBody3D = StaticBody3D.new()
	var shape: CollisionShape3D = CollisionShape3D.new()
	var box: BoxShape3D = BoxShape3D.new()
	box.size = size
	shape.shape = box
	body.add_child(shape)
	var instance: MeshInstance3D = MeshInstance3D.new()
	var mesh: BoxMesh = BoxMesh.new()
	mesh.size = size
	var material: StandardMaterial3D = StandardMaterial3D.new()
	material.albedo_color = color
	material.roughness = 0.85
	mesh.material = material
	instance.mesh = mesh
	body.add_child(instance)
	body.position = place
	add_child(body)
