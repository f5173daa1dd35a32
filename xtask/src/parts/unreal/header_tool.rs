//! What Unreal's header tool writes, as far as a compiler must see it: one `X.generated.h` for each header with reflected classes,
//! which gives every `GENERATED_BODY()` its meaning by file and line.

use std::path::{Path, PathBuf};

/// A class or struct with `GENERATED_BODY()`.
#[derive(Debug, PartialEq, Eq)]
struct Reflected {
    /// Line of `GENERATED_BODY()`, from 1.
    line: usize,
    name: String,
    base: Option<String>,
    is_struct: bool,
}

/// Writes the generated header of each of `headers` that has one.
pub(super) fn write_all(headers: &[PathBuf], folder: &Path) -> Result<(), String> {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for header in headers {
        let text = std::fs::read_to_string(header).map_err(|error| format!("{}: {error}", header.display()))?;
        let stem = header.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if text.contains(".generated.h\"") {
            super::write(&folder.join(format!("{stem}.generated.h")), &generated(&stem, &text)?)?;
        }
    }
    Ok(())
}

fn generated(stem: &str, text: &str) -> Result<String, String> {
    let id = format!("FID_{stem}");
    let mut out = format!("#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID {id}\n");
    for class in reflected(text)? {
        let base = class.base.map(|base| format!("typedef {base} Super; ")).unwrap_or_default();
        // Like the engine's, it leaves the access of a class as private, and that of a struct as it was.
        let body = if class.is_struct {
            format!("{base}static class UScriptStruct* StaticStruct();")
        } else {
            format!("public: {base}typedef {} ThisClass; static UClass* StaticClass(); private:", class.name)
        };
        out += &format!("#define {id}_{}_GENERATED_BODY {body}\n", class.line);
    }
    Ok(out)
}

fn reflected(text: &str) -> Result<Vec<Reflected>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, _) in lines.iter().enumerate().filter(|(_, line)| line.trim().starts_with("GENERATED_BODY()")) {
        let opening = lines[..index].iter().rev().find_map(|line| parse(line));
        let (name, base, is_struct) =
            opening.ok_or_else(|| format!("line {}: GENERATED_BODY() outside of a class", index + 1))?;
        found.push(Reflected { line: index + 1, name, base, is_struct });
    }
    Ok(found)
}

/// `class MODULE_API UThing : public UBase`
fn parse(line: &str) -> Option<(String, Option<String>, bool)> {
    let rest = line.strip_prefix("class ").or_else(|| line.strip_prefix("struct "))?;
    if rest.trim_end().ends_with(';') {
        return None;
    }
    let (head, bases) = rest.split_once(" : ").map_or((rest, None), |(head, bases)| (head, Some(bases)));
    let name = head.split_whitespace().last()?.to_owned();
    let base = bases.and_then(|bases| bases.split(',').next()?.split_whitespace().last().map(str::to_owned));
    Some((name, base, line.starts_with("struct ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_found_with_their_lines() {
        let text =
            "class UOther;\n\nUCLASS()\nclass X_API UThing : public UBase, public FMore\n{\n\tGENERATED_BODY()\n};\n";
        let found = reflected(text).expect("a class");
        let base = Some("UBase".to_owned());
        assert_eq!(found, [Reflected { line: 6, name: "UThing".to_owned(), base, is_struct: false }]);
        assert!(
            generated("Thing", text)
                .expect("a header")
                .contains("FID_Thing_6_GENERATED_BODY public: typedef UBase Super;")
        );
        let of_struct =
            generated("Data", "USTRUCT()\nstruct X_API FData\n{\n\tGENERATED_BODY()\n};\n").expect("a header");
        assert!(of_struct.contains("FID_Data_4_GENERATED_BODY static") && !of_struct.contains("private:"));
        assert!(reflected("GENERATED_BODY()\n").is_err());
    }
}
