//! Which column of a table means what.
use std::str::FromStr;

/// What a column can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// When.
    Time,
    /// Whose row it is.
    Id,
    /// First axis of the ground.
    X,
    /// Second axis of the ground, or height.
    Y,
    /// Height, or second axis of the ground.
    Z,
    /// Velocity along x, units per second.
    Vx,
    /// Velocity along y.
    Vy,
    /// Velocity along z.
    Vz,
    /// View in the ground plane.
    Yaw,
    /// View up and down, positive = down.
    Pitch,
    /// Hit points.
    Health,
    /// Armour points.
    Armor,
    /// 1 while it lives.
    Alive,
    /// Its team.
    Team,
    /// 1 where it came by a respawn or teleport.
    Jump,
}

/// Names on the command line.
pub(super) const MEANINGS: [(&str, Column); 15] = [
    ("time", Column::Time),
    ("id", Column::Id),
    ("x", Column::X),
    ("y", Column::Y),
    ("z", Column::Z),
    ("vx", Column::Vx),
    ("vy", Column::Vy),
    ("vz", Column::Vz),
    ("yaw", Column::Yaw),
    ("pitch", Column::Pitch),
    ("health", Column::Health),
    ("armor", Column::Armor),
    ("alive", Column::Alive),
    ("team", Column::Team),
    ("jump", Column::Jump),
];

/// `time=t,id=player,x=px,…`: what the file calls each thing. What is not named keeps its own name, and is left out when no column has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns(Vec<(Column, String)>);

impl Columns {
    /// What the file calls something, and whether it was said so.
    pub(super) fn name(&self, column: Column) -> (&str, bool) {
        let given = self.0.iter().find(|(meaning, _)| *meaning == column);
        let own = MEANINGS.iter().find(|(_, meaning)| *meaning == column).map_or("", |(name, _)| name);
        given.map_or((own, false), |(_, name)| (name, true))
    }
}

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut columns = Vec::new();
        for part in text.split(',') {
            let Some((meaning, name)) = part.split_once('=') else {
                return Err(format!("\"{part}\" must be MEANING=COLUMN, such as time=t"));
            };
            let known = MEANINGS.iter().find(|(known, _)| *known == meaning.trim());
            let Some((_, column)) = known else {
                let all: Vec<&str> = MEANINGS.iter().map(|(name, _)| *name).collect();
                return Err(format!("\"{meaning}\" is unknown, must be one of {}", all.join(", ")));
            };
            if name.trim().is_empty() || columns.iter().any(|(other, _)| other == column) {
                return Err(format!("\"{meaning}\" must be given one column"));
            }
            columns.push((*column, name.trim().to_owned()));
        }
        Ok(Self(columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_is_read_and_its_faults_are_named() {
        let columns: Columns = "time=t, id=player,x=pos x".parse().unwrap();
        assert_eq!(columns.name(Column::Time), ("t", true));
        assert_eq!(columns.name(Column::X), ("pos x", true));
        assert_eq!(columns.name(Column::Y), ("y", false));
        for (bad, word) in [("time", "MEANING=COLUMN"), ("speed=v", "speed"), ("x=", "x"), ("x=a,x=b", "x")] {
            assert!(bad.parse::<Columns>().unwrap_err().contains(word), "{bad}");
        }
    }
}
