//! `nav.json.gz`: the walkable area of a trace, as polygons or as a grid.
use super::TraceError;
use super::files::Named;
use serde_json::Value;

/// The walkable area as recorded.
#[derive(Debug, Clone, PartialEq)]
pub enum Nav {
    /// Convex polygons with directed links.
    Mesh {
        /// Corners, trace units.
        vertices: Vec<[f64; 3]>,
        /// Corner indices of each polygon.
        polygons: Vec<Vec<u32>>,
        /// Links from one polygon to another.
        links: Vec<Link>,
    },
    /// Walkable cells of a regular grid, one floor.
    Grid {
        /// Lowest corner (x, y).
        origin: [f64; 2],
        /// Edge of a cell, trace units.
        cell: f64,
        /// Cells along x.
        width: usize,
        /// Cells along y.
        height: usize,
        /// Row by row from the lowest y.
        walkable: Vec<bool>,
    },
}

/// A directed way between two polygons.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Polygon where it starts.
    pub from: u32,
    /// Polygon where it ends.
    pub to: u32,
    /// Kind of travel as the source game names it (`walk`, `jump`, `teleport`, ...).
    pub travel: String,
    /// Travel time, seconds.
    pub seconds: f64,
}

impl Nav {
    /// Reads and validates a navigation file.
    pub(super) fn parse(file: &Named) -> Result<Self, TraceError> {
        let path = &file.path;
        let value: Value = serde_json::from_str(&file.text)
            .map_err(|error| TraceError::line(path, error.line(), format!("is not valid JSON: {error}")))?;
        Self::from_json(&value).map_err(|message| TraceError::file(path, message))
    }

    /// Validates the content of a navigation file.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        match value.get("type").and_then(Value::as_str) {
            Some("mesh") => Self::mesh(value),
            Some("grid") => Self::grid(value),
            other => Err(format!("`type` is {other:?}, must be \"mesh\" or \"grid\"")),
        }
    }

    fn mesh(value: &Value) -> Result<Self, String> {
        let vertices = array(value, "vertices")?
            .iter()
            .enumerate()
            .map(|(index, corner)| {
                numbers::<3>(corner).ok_or_else(|| format!("`vertices`[{index}] must be three numbers"))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let polygons = array(value, "polys")?
            .iter()
            .enumerate()
            .map(|(index, polygon)| {
                let corners: Option<Vec<u32>> = polygon.as_array().and_then(|list| {
                    list.iter().map(|c| c.as_u64().filter(|&c| c < vertices.len() as u64).map(|c| c as u32)).collect()
                });
                corners
                    .filter(|c| c.len() >= 3)
                    .ok_or_else(|| format!("`polys`[{index}] must be three or more existing vertices"))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut links = Vec::new();
        if let Some(list) = value.get("links").and_then(Value::as_array) {
            for (index, link) in list.iter().enumerate() {
                let parsed = parse_link(link)
                    .ok_or_else(|| format!("`links`[{index}] must be from, to, travel type and time"))?;
                if parsed.from.max(parsed.to) as usize >= polygons.len() {
                    return Err(format!("`links`[{index}] names a polygon that does not exist"));
                }
                links.push(parsed);
            }
        }
        Ok(Self::Mesh { vertices, polygons, links })
    }

    fn grid(value: &Value) -> Result<Self, String> {
        let size = |key: &str| {
            value
                .get(key)
                .and_then(Value::as_u64)
                .map(|n| n as usize)
                .ok_or_else(|| format!("`{key}` must be a whole number"))
        };
        let (width, height) = (size("width")?, size("height")?);
        let origin = value.get("origin").and_then(numbers::<2>).ok_or("`origin` must be two numbers")?;
        let cell = value.get("cell").and_then(Value::as_f64).filter(|&c| c > 0.0).ok_or("`cell` must be above 0")?;
        let rows = array(value, "rows")?;
        if rows.len() != height {
            return Err(format!("{} rows where `height` is {height}", rows.len()));
        }
        let mut walkable = Vec::with_capacity(width * height);
        for (index, row) in rows.iter().enumerate() {
            let row = row
                .as_str()
                .filter(|row| row.len() == width)
                .ok_or_else(|| format!("`rows`[{index}] must be {width} digits"))?;
            walkable.extend(row.bytes().map(|cell| cell != b'0'));
        }
        Ok(Self::Grid { origin, cell, width, height, walkable })
    }
}

fn array<'a>(value: &'a Value, key: &str) -> Result<&'a [Value], String> {
    value
        .get(key)
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .ok_or_else(|| format!("`{key}` is missing or not a list"))
}

fn parse_link(value: &Value) -> Option<Link> {
    let [from, to, travel, hundredths] = value.as_array()?.as_slice() else { return None };
    let polygon = |value: &Value| value.as_u64().and_then(|index| u32::try_from(index).ok());
    Some(Link {
        from: polygon(from)?,
        to: polygon(to)?,
        travel: travel.as_str().map_or_else(|| travel.to_string(), str::to_owned),
        seconds: hundredths.as_f64()? / 100.0,
    })
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let list = value.as_array().filter(|list| list.len() == N)?;
    let mut out = [0.0; N];
    for (slot, item) in out.iter_mut().zip(list) {
        *slot = item.as_f64()?;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Nav, String> {
        Nav::from_json(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn a_grid_is_read_row_by_row_from_the_lowest_y() {
        let nav =
            parse(r#"{"type":"grid","origin":[1,2],"cell":0.5,"width":2,"height":2,"rows":["01","10"]}"#).unwrap();
        assert_eq!(
            nav,
            Nav::Grid { origin: [1.0, 2.0], cell: 0.5, width: 2, height: 2, walkable: vec![false, true, true, false] }
        );
    }

    #[test]
    fn corners_and_links_that_do_not_exist_are_refused() {
        let corner = parse(r#"{"type":"mesh","vertices":[[0,0,0],[1,0,0],[1,1,0]],"polys":[[0,1,3]]}"#).unwrap_err();
        assert!(corner.contains("polys`[0]"), "{corner}");
        let link = parse(
            r#"{"type":"mesh","vertices":[[0,0,0],[1,0,0],[1,1,0]],"polys":[[0,1,2]],"links":[[0,1,"walk",50]]}"#,
        )
        .unwrap_err();
        assert!(link.contains("links`[0]"), "{link}");
    }
}
