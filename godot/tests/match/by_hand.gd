extends Node3D
## The opponents: what people write, each drawn from the states that a synchronizer brought.

enum Way { PLAIN, INTERPOLATED, LINES }

const BUFFER: float = 0.1
const SMOOTHING: float = 12.0

var way: Way = Way.PLAIN
var carried: Node3D
## Seconds that the server's clock is ahead of the own; set by the ping.
var ahead: float = 0.0
## The same by arrivals alone, the delay included.
var behind: float = 0.0
var states: Array[Array] = []


func _ready() -> void:
	carried.connect(&"came", take)


func take() -> void:
	var sent: float = carried.synced_time
	var offset: float = sent - seconds()
	behind = offset if states.is_empty() else lerpf(behind, offset, 0.03)
	if not states.is_empty() and sent <= states[-1][0]:
		return
	states.append([sent, carried.synced_position, carried.synced_velocity])
	if states.size() > 60:
		states.pop_front()


static func seconds() -> float:
	return Time.get_ticks_usec() * 1e-6


func shows() -> bool:
	return not states.is_empty()


func draw(delta: float) -> void:
	if states.is_empty():
		return
	match way:
		Way.PLAIN:
			position = states[-1][1]
		Way.INTERPOLATED:
			interpolate()
		Way.LINES:
			extrapolate(delta)


## A hundred milliseconds behind what arrives, between two states.
func interpolate() -> void:
	var then: float = seconds() + behind - BUFFER
	for i: int in range(states.size() - 1, 0, -1):
		var before: Array = states[i - 1]
		var after: Array = states[i]
		if before[0] <= then:
			var share: float = inverse_lerp(before[0], after[0], then)
			position = before[1].lerp(after[1], clampf(share, 0.0, 1.0))
			return
	position = states[0][1]


## The twenty lines: on along the velocity by the ping's clock, and smoothed.
func extrapolate(delta: float) -> void:
	var newest: Array = states[-1]
	var age: float = clampf(seconds() + ahead - newest[0], 0.0, 0.5)
	var goal: Vector3 = newest[1] + newest[2] * age
	var far: bool = position.distance_to(goal) > 3.0
	# It goes along, so that smoothing is about what the newest state corrected only.
	position += newest[2] * delta
	position = goal if far else position.lerp(goal, 1.0 - exp(-SMOOTHING * delta))
