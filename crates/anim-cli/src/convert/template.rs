//! The names of outputs: `--name '{parent}/{stem}.{clip}.{ext}'`.

use std::fmt;
use std::path::{Path, PathBuf};

use anim_core::{escaped_name, inner_path, portable_name};

use crate::exit::Failure;
use crate::paths::label;
use crate::suggest::did_you_mean;
use crate::text::unescaped_name;

/// A pattern for the paths of outputs, relative to their folder.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Template(Vec<Part>);

impl fmt::Display for Template {
    /// The pattern as it was written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Text(plain) => f.write_str(&plain.replace('{', "{{").replace('}', "}}")),
            field => FIELDS
                .iter()
                .filter(|(_, known)| known == field)
                .try_for_each(|(name, _)| write!(f, "{{{name}}}")),
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Text(String),
    /// The name of the input without its extension.
    Stem,
    /// The clip.
    Clip,
    /// The extension of the target.
    Extension,
    /// The name of the input's folder.
    Parent,
}

const FIELDS: [(&str, Part); 4] =
    [("stem", Part::Stem), ("clip", Part::Clip), ("ext", Part::Extension), ("parent", Part::Parent)];

/// Reads a template; `{{` and `}}` mean braces.
pub(super) fn template(text: &str) -> Result<Template, String> {
    if text.is_empty() || Path::new(text).is_absolute() {
        return Err("expected a path below the folder of --out-dir".to_owned());
    }
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (_, after) = rest.split_at(c.len_utf8());
        match c {
            '{' | '}' if after.starts_with(c) => {
                plain.push(c);
                rest = &after[1..];
            }
            '{' => {
                let (name, after) = after.split_once('}').ok_or("expected `}` after `{`")?;
                let Some((_, field)) = FIELDS.into_iter().find(|(known, _)| *known == name) else {
                    let known = FIELDS.map(|(known, _)| known);
                    let hint = did_you_mean(name, known);
                    return Err(format!(
                        "there is no field `{name}`: expected one of {}{hint}",
                        known.join(", ")
                    ));
                };
                parts.push(Part::Text(std::mem::take(&mut plain)));
                parts.push(field);
                rest = after;
            }
            '}' => return Err("expected `}}` for a brace".to_owned()),
            _ => {
                plain.push(c);
                rest = after;
            }
        }
    }
    parts.push(Part::Text(plain));
    parts.retain(|part| *part != Part::Text(String::new()));
    Ok(Template(parts))
}

impl Template {
    /// Whether each clip has its own file.
    pub(super) fn has_clip(&self) -> bool {
        self.0.contains(&Part::Clip)
    }

    /// The extension at the end of the pattern; `None` if the pattern ends with a field or its last part has no dot.
    pub(super) fn extension(&self) -> Option<&str> {
        let Some(Part::Text(last)) = self.0.last() else { return None };
        let (_, extension) = last.rsplit('/').next()?.rsplit_once('.')?;
        Some(extension)
    }

    /// The path for an input, below the folder of the outputs. Without a clip, a placeholder replaces its name, which is not
    /// known yet.
    pub(super) fn path(&self, input: &Path, clip: Option<&str>, extension: &str) -> String {
        let name = crate::input::file_name(input).unwrap_or_default();
        let stem = Path::new(&name).file_stem().map(escaped_name).unwrap_or_default();
        let absolute = std::path::absolute(input).unwrap_or_else(|_| input.to_owned());
        let parent = absolute.parent().and_then(Path::file_name).map(escaped_name).unwrap_or_default();
        let mut text = String::new();
        for part in &self.0 {
            match part {
                Part::Text(plain) => text.push_str(plain),
                Part::Stem => text.push_str(&stem),
                Part::Clip => text.push_str(&portable_name(clip.unwrap_or("clip"))),
                Part::Extension => text.push_str(extension),
                Part::Parent => text.push_str(&parent),
            }
        }
        // The root folder has no name, which leaves a leading slash.
        text.trim_start_matches('/').to_owned()
    }
}

/// Checks that a path made for an input names a file below the folder of the outputs.
pub(super) fn checked(path: &str, input: &Path) -> Result<PathBuf, Failure> {
    let label = label(input);
    let Some(inner) = inner_path(path) else {
        return Err(Failure::usage("--name gives a path outside the folder of --out-dir").in_file(&label));
    };
    if matches!(path.rsplit('/').next(), None | Some("" | ".")) {
        let what = format!("--name gives `{path}`, which is not a file name");
        return Err(Failure::usage(what).in_file(&label));
    }
    // Bytes in the input's name that are not UTF-8 are escaped in the path; this restores them.
    let bytes = input.to_str().is_none().then(|| unescaped_name(inner)).flatten();
    Ok(bytes.unwrap_or_else(|| inner.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(pattern: &str, input: &str) -> Option<String> {
        let input = Path::new(input);
        let path = checked(&template(pattern).unwrap().path(input, Some("a/b"), "glb"), input);
        path.ok().map(|path| path.to_string_lossy().replace('\\', "/"))
    }

    #[test]
    fn fields_are_filled_in() {
        let cases = [
            ("{stem}.{ext}", Some("walk.glb")),
            ("{parent}/{stem}-{clip}.{ext}", Some("cats/walk-a_b.glb")),
            ("{{{stem}}}", Some("{walk}")),
            ("../{stem}", None),
            (".", None),
            ("{stem}/", None),
            ("{stem}/.", None),
            ("{stem}/./{ext}.", Some("walk/./glb.")),
        ];
        for (pattern, expected) in cases {
            assert_eq!(path(pattern, "in/cats/walk.tod").as_deref(), expected, "{pattern}");
        }
        for outside in ["", "/x.glb"] {
            assert_eq!(template(outside).unwrap_err(), "expected a path below the folder of --out-dir");
        }
        assert_eq!(template("{{{stem}}}-{clip}.{ext}").unwrap().to_string(), "{{{stem}}}-{clip}.{ext}");
        let here = std::env::current_dir().unwrap();
        let here = here.file_name().unwrap().to_string_lossy();
        assert_eq!(path("{parent}-{stem}", "walk.tod"), Some(format!("{here}-walk")));
        assert_eq!(path("{parent}/{stem}", "/walk.tod").as_deref(), Some("walk"));
    }

    #[test]
    fn a_pattern_may_spell_the_extension() {
        let cases = [
            ("{stem}.{ext}", None),
            ("{stem}.bvh", Some("bvh")),
            ("{stem}.v2.bvh", Some("bvh")),
            ("v1.2/{stem}", None),
            ("v1.2/plain", None),
            (".bvh{stem}", None),
        ];
        for (pattern, expected) in cases {
            assert_eq!(template(pattern).unwrap().extension(), expected, "{pattern}");
        }
    }

    #[test]
    fn a_wrong_pattern_says_why() {
        let cases = [
            (
                "{stm}",
                "there is no field `stm`: expected one of stem, clip, ext, parent; did you mean `stem`?",
            ),
            ("{stem", "expected `}` after `{`"),
            ("a}", "expected `}}` for a brace"),
        ];
        for (pattern, message) in cases {
            assert_eq!(template(pattern).unwrap_err(), message);
        }
    }
}
