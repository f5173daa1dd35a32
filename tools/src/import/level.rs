//! Walkable areas from elsewhere: OBJ meshes, and the trace format's own.
use super::csv::Axes;
use crate::trace::{Nav, TraceError, read_text};
use serde_json::{Value, json};
use std::path::Path;

/// Reads a level into the text of `nav.json`, in metres with z up. A JSON level is in the format of traces, in the units and axes of the file.
pub fn read_level(path: &Path, axes: Axes, metres: f64) -> Result<String, TraceError> {
    let text = read_text(path)?;
    let place = |corner: [f64; 3]| axes.upright(corner).map(|value| value * metres);
    let value = match path.extension().and_then(|end| end.to_str()) {
        Some("obj") => {
            let (vertices, polygons) = obj(path, &text)?;
            let vertices: Vec<[f64; 3]> = vertices.into_iter().map(place).collect();
            json!({ "type": "mesh", "vertices": vertices, "polys": polygons })
        }
        Some("json" | "gz") => {
            let value: Value = serde_json::from_str(&text)
                .map_err(|error| TraceError::line(path, error.line(), format!("is not valid JSON: {error}")))?;
            match Nav::from_json(&value).map_err(|message| TraceError::file(path, message))? {
                Nav::Mesh { vertices, .. } => {
                    let mut scaled = value.clone();
                    scaled["vertices"] = json!(vertices.into_iter().map(place).collect::<Vec<_>>());
                    scaled
                }
                Nav::Grid { origin, cell, .. } if !axes.y_up && !axes.left_handed => {
                    let mut scaled = value.clone();
                    scaled["origin"] = json!(origin.map(|value| value * metres));
                    scaled["cell"] = json!(cell * metres);
                    scaled
                }
                Nav::Grid { .. } => {
                    return Err(TraceError::file(
                        path,
                        "grids must have z up and right-handed axes; give a mesh instead",
                    ));
                }
            }
        }
        _ => return Err(TraceError::file(path, "is of an unknown kind; levels are .obj or .json(.gz)")),
    };
    Nav::from_json(&value).map_err(|message| TraceError::file(path, message))?;
    Ok(format!("{value}\n"))
}

type Mesh = (Vec<[f64; 3]>, Vec<Vec<usize>>);

/// Vertices and faces of a Wavefront OBJ; everything else in it is passed over.
fn obj(path: &Path, text: &str) -> Result<Mesh, TraceError> {
    let (mut vertices, mut polygons): Mesh = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let fault = |message: String| TraceError::line(path, index + 1, message);
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let numbers: Vec<f64> = words.take(3).map_while(|word| word.parse().ok()).collect();
                let corner: [f64; 3] = numbers.try_into().map_err(|_| fault("`v` must be three numbers".to_owned()))?;
                if !corner.iter().all(|value| value.is_finite()) {
                    return Err(fault(format!("`v` is {corner:?}, must be finite")));
                }
                vertices.push(corner);
            }
            Some("f") => {
                let corner = |word: &str| {
                    let number: i64 = word.split('/').next()?.parse().ok()?;
                    // Counted from 1, or backwards from the newest.
                    let place = if number < 0 { vertices.len() as i64 + number } else { number - 1 };
                    usize::try_from(place).ok().filter(|place| *place < vertices.len())
                };
                let corners: Vec<usize> = words
                    .map(|word| {
                        corner(word)
                            .ok_or_else(|| fault(format!("`f` names the vertex \"{word}\", which does not exist")))
                    })
                    .collect::<Result<_, _>>()?;
                if corners.len() < 3 {
                    return Err(fault("`f` must have three vertices or more".to_owned()));
                }
                polygons.push(corners);
            }
            _ => {}
        }
    }
    if polygons.is_empty() {
        return Err(TraceError::file(path, "has no faces"));
    }
    Ok((vertices, polygons))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPRIGHT: Axes = Axes { y_up: true, left_handed: false };

    fn read(case: &str, text: &str) -> Result<String, TraceError> {
        let path = std::env::temp_dir().join(format!("antreckon_level_{}_{case}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let read = read_level(&path, UPRIGHT, 0.5);
        std::fs::remove_file(&path).unwrap();
        read
    }

    #[test]
    fn a_mesh_is_turned_and_scaled() {
        let level =
            read("a.obj", "o floor\nv 0 1 2\nv 4 1 2\nv 4 1 -2 1.0\nvn 0 1 0\nf 1/1/1 2//1 3\nf -3 -2 -1\n").unwrap();
        let level: Value = serde_json::from_str(&level).unwrap();
        assert_eq!(level["vertices"], json!([[0.0, -1.0, 0.5], [2.0, -1.0, 0.5], [2.0, 1.0, 0.5]]));
        assert_eq!(level["polys"], json!([[0, 1, 2], [0, 1, 2]]));
    }

    #[test]
    fn faults_name_the_line() {
        for (case, text, fault) in [
            ("b.obj", "v 0 0\n", ":1: `v` must be three numbers"),
            ("c.obj", "v 0 0 0\nf 1 2 3\n", ":2: `f` names the vertex \"2\""),
            ("d.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", ":3: `f` must have three"),
            ("e.obj", "v 0 0 nan\n", ":1: `v` is"),
            ("f.obj", "v 0 0 0\n", "has no faces"),
            ("g.json", "{\"type\":", ":1: is not valid JSON"),
            (
                "h.json",
                "{\"type\":\"grid\",\"origin\":[0,0],\"cell\":1,\"width\":1,\"height\":1,\"rows\":[\"1\"]}",
                "grids must have z up",
            ),
            ("i.fbx", "", "unknown kind"),
        ] {
            let error = read(case, text).unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}
