//! The level from above: where one can walk, and what lies there.
use super::pack::Pack;
use crate::trace::{Nav, Trace};
use serde_json::{Value, json};

/// Walkable area in steps of `step` trace units, and the places of items and spawn points.
pub(super) fn of(trace: &Trace, step: f64) -> Value {
    let round = |value: f64| (value / step).round() as i64;
    let area = trace.nav.as_ref().map(|nav| match nav {
        Nav::Mesh { vertices, polygons, .. } => {
            let (mut corners, mut faces) = (Pack::default(), Pack::default());
            let mut last = [0; 3];
            for corner in vertices {
                let corner = corner.map(round);
                corner.iter().zip(last).for_each(|(to, from)| corners.signed(to - from));
                last = corner;
            }
            let mut last = 0;
            for polygon in polygons {
                faces.unsigned(polygon.len() as u64);
                for &corner in polygon {
                    faces.signed(i64::from(corner) - last);
                    last = i64::from(corner);
                }
            }
            json!({"kind": "mesh", "corners": corners.text(), "corner_count": vertices.len(), "faces": faces.text(), "face_count": polygons.len()})
        }
        Nav::Grid { origin, cell, width, height, walkable } => {
            let mut cells = Pack::default();
            for eight in walkable.chunks(8) {
                cells.byte(eight.iter().enumerate().fold(0, |bits, (i, &open)| bits | u8::from(open) << i));
            }
            json!({"kind": "grid", "origin": origin.map(round), "cell": cell / step, "width": width, "height": height, "cells": cells.text()})
        }
    });
    let items: Vec<Value> = trace
        .places
        .iter()
        .filter(|place| place.kind == "item")
        .filter_map(|place| {
            let [x, y, _] = place.position?;
            Some(json!([place.name, round(x), round(y)]))
        })
        .collect();
    json!({"area": area, "items": items})
}
