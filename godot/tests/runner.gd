extends SceneTree
## Runs the suites that are named after `--`; the last line is `N passed, M failed`.


## Counts what the engine complains about.
class Catcher:
	extends Logger
	var errors: Array[String] = []
	var script_errors: int = 0

	func _log_error(
		_function: String,
		_file: String,
		_line: int,
		code: String,
		rationale: String,
		_editor_notify: bool,
		error_type: int,
		_script_backtraces: Array[ScriptBacktrace]
	) -> void:
		if error_type == Logger.ERROR_TYPE_SCRIPT:
			script_errors += 1
		if error_type != Logger.ERROR_TYPE_WARNING:
			errors.append(rationale if rationale else code)


var catcher: Catcher = Catcher.new()
var passed: int = 0
var failed: int = 0
var test_name: String = ""


func _initialize() -> void:
	OS.add_logger(catcher)
	await process_frame
	for suite_name: String in OS.get_cmdline_user_args():
		await run_suite(suite_name)
	print("%d passed, %d failed" % [passed, failed])
	quit(0 if failed == 0 and passed > 0 else 1)


func run_suite(suite_name: String) -> void:
	var script: GDScript = load("res://suites/%s.gd" % suite_name)
	if script == null:
		failed += 1
		print("not true: suite %s loads" % suite_name)
		return
	for method: Dictionary in script.get_script_method_list():
		if not String(method["name"]).begins_with("test_"):
			continue
		test_name = "%s.%s" % [suite_name, method["name"]]
		catcher.errors.clear()
		var before: int = failed
		var script_errors: int = catcher.script_errors
		var suite: RefCounted = script.new()
		suite.set("runner", self)
		await suite.call(method["name"])
		suite = null
		for child: Node in root.get_children():
			child.queue_free()
		await process_frame
		AntClock.use_engine_time()
		if catcher.script_errors > script_errors:
			check(false, "no script error")
		if not catcher.errors.is_empty():
			check(false, "no errors but the expected ones: %s" % str(catcher.errors))
		print("%s %s" % ["ok  " if failed == before else "FAIL", test_name])


func check(condition: bool, what: String) -> void:
	if condition:
		passed += 1
	else:
		failed += 1
		print("not true: %s: %s" % [test_name, what])


func check_equal(found: Variant, expected: Variant, what: String) -> void:
	check(found == expected, "%s: %s, expected %s" % [what, str(found), str(expected)])


func check_near(found: Variant, expected: Variant, tolerance: float, what: String) -> void:
	var distance: float = 0.0
	if found is Vector3:
		distance = (found as Vector3).distance_to(expected as Vector3)
	elif found is Vector2:
		distance = (found as Vector2).distance_to(expected as Vector2)
	else:
		distance = absf(float(found) - float(expected))
	check(distance <= tolerance, "%s: %s, expected %s" % [what, str(found), str(expected)])


## Something was refused: an error was shown that names `part`.
func check_error(part: String, what: String) -> void:
	var shown: bool = false
	for message: String in catcher.errors:
		shown = shown or message.contains(part)
	check(shown, "%s shows an error with `%s`: %s" % [what, part, str(catcher.errors)])
	catcher.errors.clear()
