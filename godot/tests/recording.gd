extends RefCounted
## The recorded match that `antreckon demo` replays (tools/data/ORIGIN.md), in metres and Godot's
## axes.

const METRES: float = 0.0254
const EYE: float = 24.0
const NO_FLOOR: int = -32768

var ticks: int
var tick_rate: int
var cell: float
## Corners of the walkable squares, four each.
var corners: PackedVector3Array = []
## For each player and tick: place, velocity, facing.
var places: Array[PackedVector3Array] = []
var velocities: Array[PackedVector3Array] = []
var facings: Array[Array] = []
## Bit 0: alive, bit 1: was moved here, bit 2: on the ground.
var states: Array[PackedInt32Array] = []

var bytes: PackedByteArray
var at: int = 0


func read(path: String) -> bool:
	var packed: PackedByteArray = FileAccess.get_file_as_bytes(path)
	bytes = packed.decompress_dynamic(-1, FileAccess.COMPRESSION_GZIP)
	if bytes.size() < 64 or bytes.slice(0, 8).get_string_from_ascii() != "ANTMATCH":
		return false
	at = 12
	tick_rate = take_u32()
	ticks = take_u32()
	var players: int = take_u32()
	var items: int = take_u32()
	var events: int = take_u32()
	read_grid()
	at += items * 9 + events * 7
	for player: int in players:
		read_track()
	return at == bytes.size()


func take_u32() -> int:
	at += 4
	return bytes.decode_u32(at - 4)


func read_grid() -> void:
	cell = bytes.decode_float(at)
	var west: float = bytes.decode_s32(at + 4) * cell
	var south: float = bytes.decode_s32(at + 8) * cell
	at += 12
	var width: int = take_u32()
	var depth: int = take_u32()
	var floors: int = take_u32()
	for number: int in width * depth * floors:
		var height: int = bytes.decode_s16(at + 2 * number)
		if height == NO_FLOOR:
			continue
		var column: int = number % width
		var row: int = (number / width) % depth
		for corner: Vector2i in [Vector2i(0, 0), Vector2i(1, 0), Vector2i(1, 1), Vector2i(0, 1)]:
			corners.append(
				turned(
					west + (column + corner.x) * cell, south + (row + corner.y) * cell, height / 8.0
				)
			)
	at += 2 * width * depth * floors


## Quake's z is up.
func turned(x: float, y: float, z: float) -> Vector3:
	return Vector3(x * METRES, z * METRES, -y * METRES)


## Numbers are written as differences.
func take_column() -> PackedInt32Array:
	var column: PackedInt32Array = []
	column.resize(ticks)
	var value: int = 0
	for tick: int in ticks:
		var bits: int = 0
		var shift: int = 0
		while true:
			var byte: int = bytes[at]
			at += 1
			bits |= (byte & 0x7F) << shift
			shift += 7
			if byte & 0x80 == 0:
				break
		value += (bits >> 1) ^ -(bits & 1)
		column[tick] = value
	return column


func read_track() -> void:
	var columns: Array[PackedInt32Array] = []
	for number: int in 10:
		columns.append(take_column())
	var place: PackedVector3Array = []
	var velocity: PackedVector3Array = []
	var facing: Array = []
	for tick: int in ticks:
		place.append(
			turned(columns[0][tick] / 8.0, columns[1][tick] / 8.0, columns[2][tick] / 8.0 - EYE)
		)
		velocity.append(
			turned(columns[3][tick] / 4.0, columns[4][tick] / 4.0, columns[5][tick] / 4.0)
		)
		facing.append(Quaternion(Vector3.UP, deg_to_rad(columns[6][tick] / 8.0 - 90.0)))
	places.append(place)
	velocities.append(velocity)
	facings.append(facing)
	states.append(columns[9])
