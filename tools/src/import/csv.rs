//! Tables of positions with any columns, units and axes.
use super::columns::{Column, Columns, MEANINGS};
use super::motion::{Motion, Moved};
use crate::trace::{TraceError, read_text};
use std::collections::BTreeMap;
use std::path::Path;

/// What a number in the time column is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimeUnit {
    /// Seconds.
    Seconds,
    /// Thousandths of a second.
    Milliseconds,
    /// Thousand-millionths of a second.
    Nanoseconds,
    /// Ticks, so many per second.
    Ticks(f64),
}

impl TimeUnit {
    fn seconds(self, value: f64) -> f64 {
        match self {
            Self::Seconds => value,
            Self::Milliseconds => value / 1e3,
            Self::Nanoseconds => value / 1e9,
            Self::Ticks(hz) => value / hz,
        }
    }
}

/// Where a yaw of zero looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum YawZero {
    /// Along x, turning towards the other axis of the ground.
    X,
    /// Along the other axis of the ground, turning towards x.
    Other,
}

/// Which way the axes of a file go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axes {
    /// y is up and z lies in the ground; else z is up and y lies in the ground.
    pub y_up: bool,
    /// The axes are left-handed.
    pub left_handed: bool,
}

impl Axes {
    /// A vector with z up, right-handed.
    pub fn upright(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let (other, up) = if self.y_up { (-z, y) } else { (y, z) };
        [x, if self.left_handed { -other } else { other } + 0.0, up]
    }
}

/// How a table is to be understood.
#[derive(Debug, Clone, PartialEq)]
pub struct CsvOptions {
    /// Which column means what.
    pub columns: Columns,
    /// Unit of time.
    pub time: TimeUnit,
    /// Metres per unit of length.
    pub metres: f64,
    /// Which way the axes go.
    pub axes: Axes,
    /// Angles are in radians, not degrees.
    pub radians: bool,
    /// Where a yaw of zero looks.
    pub yaw_zero: YawZero,
}

struct Table<'a> {
    path: &'a Path,
    header: Vec<String>,
    /// Place of each column in a row.
    places: BTreeMap<Column, usize>,
}

/// Reads a table; faults name the line.
pub fn read_csv(path: &Path, options: &CsvOptions) -> Result<Motion, TraceError> {
    let text = read_text(path)?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((_, first)) = lines.next() else { return Err(TraceError::file(path, "is empty")) };
    let separator = [',', ';', '\t'].into_iter().max_by_key(|c| first.matches(*c).count()).unwrap_or(',');
    let header = split(first.trim_start_matches('\u{feff}'), separator);
    let table = Table { path, places: places(path, &header, options)?, header };
    let mut motion = Motion::default();
    let mut previous = f64::NEG_INFINITY;
    for (index, line) in lines {
        let row = Row { table: &table, line: index + 1, fields: split(line, separator) };
        if row.fields.len() != table.header.len() {
            let (found, wanted) = (row.fields.len(), table.header.len());
            return Err(row.fault(format!("{found} fields where the header has {wanted}")));
        }
        let time = options.time.seconds(row.number(Column::Time)?);
        if time < previous {
            return Err(row.fault(format!("time goes back from {previous} s to {time} s")));
        }
        previous = time;
        let id = row.text(Column::Id).unwrap_or("");
        if id.is_empty() {
            return Err(row.fault(format!("`{}` is empty", table.name(Column::Id))));
        }
        let moved = row.moved(options)?;
        motion.add(id, row.text(Column::Team).unwrap_or(""), time, moved, row.line);
    }
    if motion.players.is_empty() {
        return Err(TraceError::file(path, "has no rows"));
    }
    Ok(motion)
}

fn places(path: &Path, header: &[String], options: &CsvOptions) -> Result<BTreeMap<Column, usize>, TraceError> {
    let ground = if options.axes.y_up { Column::Z } else { Column::Y };
    let mut places = BTreeMap::new();
    for (_, column) in MEANINGS {
        let (name, asked) = options.columns.name(column);
        match header.iter().position(|field| field == name) {
            Some(place) => _ = places.insert(column, place),
            None if asked || [Column::Time, Column::Id, Column::X, ground].contains(&column) => {
                let message = format!("column `{name}` is missing (found: {})", header.join(","));
                return Err(TraceError::line(path, 1, message));
            }
            None => {}
        }
    }
    Ok(places)
}

/// Fields of a line; quoted ones may contain the separator.
fn split(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let field = fields.last_mut().expect("there is always one");
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            c if c == separator && !quoted => fields.push(String::new()),
            c => field.push(c),
        }
    }
    fields.iter_mut().for_each(|field| *field = field.trim().to_owned());
    fields
}

impl Table<'_> {
    fn name(&self, column: Column) -> &str {
        self.places.get(&column).map_or("", |place| self.header[*place].as_str())
    }
}

struct Row<'a> {
    table: &'a Table<'a>,
    line: usize,
    fields: Vec<String>,
}

impl Row<'_> {
    fn fault(&self, message: String) -> TraceError {
        TraceError::line(self.table.path, self.line, message)
    }

    /// The field as written; `None` without such a column.
    fn text(&self, column: Column) -> Option<&str> {
        self.table.places.get(&column).map(|place| self.fields[*place].as_str())
    }

    /// A finite number; `None` where the field is empty or there is no such column.
    fn optional(&self, column: Column) -> Result<Option<f64>, TraceError> {
        let Some(text) = self.text(column).filter(|text| !text.is_empty()) else { return Ok(None) };
        let name = self.table.name(column);
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Some(value)),
            Ok(value) => Err(self.fault(format!("`{name}` is {value}, must be a finite number"))),
            Err(_) => Err(self.fault(format!("`{name}` is \"{text}\", must be a number"))),
        }
    }

    fn number(&self, column: Column) -> Result<f64, TraceError> {
        self.optional(column)?.ok_or_else(|| self.fault(format!("`{}` is empty", self.table.name(column))))
    }

    fn yes(&self, column: Column, empty: bool) -> Result<bool, TraceError> {
        match self.text(column).unwrap_or("").to_ascii_lowercase().as_str() {
            "" => Ok(empty),
            "1" | "true" | "yes" => Ok(true),
            "0" | "false" | "no" => Ok(false),
            other => Err(self.fault(format!("`{}` is \"{other}\", must be 0 or 1", self.table.name(column)))),
        }
    }

    fn moved(&self, options: &CsvOptions) -> Result<Moved, TraceError> {
        let CsvOptions { axes, metres, .. } = *options;
        let (ground, up) = if axes.y_up { (Column::Z, Column::Y) } else { (Column::Y, Column::Z) };
        let (fast_ground, fast_up) = if axes.y_up { (Column::Vz, Column::Vy) } else { (Column::Vy, Column::Vz) };
        let place = |x: f64, other: f64, up: f64| {
            let file = if axes.y_up { [x, up, other] } else { [x, other, up] };
            axes.upright(file).map(|value| value * metres)
        };
        let height = self.optional(up)?;
        let velocity = match (self.optional(Column::Vx)?, self.optional(fast_ground)?) {
            (Some(x), Some(other)) => Some(place(x, other, self.optional(fast_up)?.unwrap_or(0.0))),
            _ => None,
        };
        let degrees = |angle: f64| if options.radians { angle.to_degrees() } else { angle };
        let yaw = self.optional(Column::Yaw)?.map(|yaw| {
            let (sine, cosine) = degrees(yaw).to_radians().sin_cos();
            let looks = if options.yaw_zero == YawZero::X { (cosine, sine) } else { (sine, cosine) };
            let [x, y, _] = place(looks.0, looks.1, 0.0);
            y.atan2(x).to_degrees()
        });
        Ok(Moved {
            position: place(self.number(Column::X)?, self.number(ground)?, height.unwrap_or(0.0)),
            velocity,
            yaw,
            pitch: self.optional(Column::Pitch)?.map(degrees),
            health: self.optional(Column::Health)?,
            armor: self.optional(Column::Armor)?,
            alive: self.yes(Column::Alive, true)?,
            jumped: self.yes(Column::Jump, false)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn options() -> CsvOptions {
        CsvOptions {
            columns: "time=t,id=who,x=px".parse().unwrap(),
            time: TimeUnit::Milliseconds,
            metres: 0.01,
            axes: Axes { y_up: true, left_handed: true },
            radians: false,
            yaw_zero: YawZero::Other,
        }
    }

    fn read(case: &str, text: &str) -> Result<Motion, TraceError> {
        let path: PathBuf = std::env::temp_dir().join(format!("antreckon_csv_{}_{case}.csv", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let read = read_csv(&path, &options());
        std::fs::remove_file(&path).unwrap();
        read
    }

    #[test]
    fn units_axes_and_angles_are_converted() {
        // Unity: x right, y up, z forward, yaw from z to the right.
        let motion =
            read("units", "who;t;px;y;z;yaw\n\"a;b\";500;100;200;300;90\n\"a;b\";550;100;200;300;0\n").unwrap();
        let player = &motion.players[0];
        assert_eq!((player.name.as_str(), player.rows.len()), ("a;b", 2));
        let (time, moved, line) = &player.rows[0];
        assert_eq!((*time, *line), (0.5, 2));
        assert_eq!(moved.position, [1.0, 3.0, 2.0]);
        assert!(moved.yaw.unwrap().abs() < 1e-9, "to the right is along x");
        assert!((player.rows[1].1.yaw.unwrap() - 90.0).abs() < 1e-9, "forward is along y of the trace");
        assert!(moved.alive && !moved.jumped && moved.velocity.is_none());
    }

    #[test]
    fn faults_name_the_line() {
        for (case, text, fault) in [
            ("missing", "who,t,px\n", ":1: column `z` is missing (found: who,t,px)"),
            ("width", "who,t,px,z\na,1,2\n", ":2: 3 fields where the header has 4"),
            ("word", "who,t,px,z\na,1,2,3\na,2,x,3\n", ":3: `px` is \"x\", must be a number"),
            ("nan", "who,t,px,z\na,1,2,nan\n", ":2: `z` is NaN"),
            ("back", "who,t,px,z\na,2,2,2\n\na,1,2,2\n", ":4: time goes back"),
            ("nobody", "who,t,px,z\n,2,2,2\n", ":2: `who` is empty"),
            ("alive", "who,t,px,z,alive\na,2,2,2,maybe\n", ":2: `alive` is \"maybe\""),
            ("rows", "who,t,px,z\n", "has no rows"),
            ("empty", "\n", "is empty"),
        ] {
            let error = read(case, text).err().unwrap().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}
