//! Examples print what they like; ending well is their test.

use super::Context;
use super::c_tests::{CPP, GCC_C99, compile_and_run, program, run_program};
use crate::report::Tally;
use crate::shell::Log;
use std::path::Path;
use std::process::{Command, Stdio};

pub(super) fn run(context: &Context<'_>, log: &mut Log) -> Tally {
    let ends_well = |log: &mut Log, program: &Path| Tally::one(run_program(log, &mut Command::new(program)).success);
    let mut tally = compile_and_run(context, log, &GCC_C99, &context.workspace.files("examples", "", ".c"), &ends_well);
    tally += compile_and_run(context, log, &CPP[0], &context.workspace.files("examples", "", ".cpp"), &ends_well);
    tally += over_udp(context, log);
    tally
}

/// An owner and a client as two processes.
fn over_udp(context: &Context<'_>, log: &mut Log) -> Tally {
    let mut compiled = |name: &str| program(context, log, &GCC_C99, &context.workspace.path("examples/udp").join(name));
    let (Some(client), Some(owner)) = (compiled("client.c"), compiled("owner.c")) else { return Tally::one(false) };
    let mut client = Command::new(client);
    client.stdout(Stdio::piped()).env_remove("LD_LIBRARY_PATH");
    let client = match client.spawn() {
        Ok(client) => client,
        Err(error) => {
            log.note(format!("client: {error}"));
            return Tally::one(false);
        }
    };
    let told = run_program(log, &mut Command::new(owner)).success;
    let drew = client.wait_with_output().is_ok_and(|output| {
        let text = String::from_utf8_lossy(&output.stdout);
        log.note(format!("client: {text}"));
        output.status.success() && keeps_to_the_circle(&text)
    });
    Tally::one(told && drew)
}

/// Whether what the client drew while the owner ran lies on its circle of 4 m.
fn keeps_to_the_circle(text: &str) -> bool {
    let places: Vec<f64> = text.lines().filter_map(radius).collect();
    places.len() >= 8 && places.iter().skip(2).take(5).all(|radius| (3.2..4.8).contains(radius))
}

/// Of `player 1 at (3.99, -0.12)`.
fn radius(line: &str) -> Option<f64> {
    let (x, z) = line.strip_suffix(')')?.split_once('(')?.1.split_once(", ")?;
    Some(x.parse::<f64>().ok()?.hypot(z.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_off_the_circle_are_seen() {
        let good = "player 1 at (3.99, -0.12)\n".repeat(9);
        assert!(keeps_to_the_circle(&good));
        assert!(!keeps_to_the_circle(&good.replace("3.99", "2.99")));
        assert!(!keeps_to_the_circle("player 1 at (4.00, 0.00)\n"));
    }
}
