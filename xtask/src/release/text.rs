//! Manifests and change logs as text: everything else that people wrote in them is kept.

use super::version::Version;

/// A manifest with its next version.
pub(super) fn manifest(text: &str, old: &Version, new: &Version) -> String {
    text.replacen(&format!("\nversion = \"{old}\""), &format!("\nversion = \"{new}\""), 1)
}

/// A change log whose unreleased part is assigned to a version, with additional news. `None` if there is neither.
pub(super) fn log(text: &str, new: &Version, news: Option<&str>) -> Option<String> {
    const UNRELEASED: &str = "## Unreleased\n\n";
    let heading = format!("## {new}\n\n");
    let news = news.map(|news| format!("{news}\n"));
    if text.contains(UNRELEASED) {
        return Some(text.replacen(UNRELEASED, &(heading + news.as_deref().unwrap_or_default()), 1));
    }
    let (title, rest) = text.split_once("\n\n")?;
    Some(format!("{title}\n\n{heading}{}\n{rest}", news?))
}

/// The version of a crate that the workspace requires.
pub(super) fn requirement<'t>(root: &'t str, name: &str) -> Option<&'t str> {
    let line = root.lines().find(|line| line.starts_with(&format!("{name} = {{ path = ")))?;
    line.split_once("version = \"")?.1.split('"').next()
}

/// The workspace's manifest, requiring a crate's next version.
pub(super) fn require(root: &str, name: &str, new: &Version) -> String {
    let Some(old) = requirement(root, name) else { return root.to_owned() };
    let start = format!("\n{name} = {{ path = ");
    let Some((before, after)) = root.split_once(&start) else { return root.to_owned() };
    before.to_owned()
        + &start
        + &after.replacen(&format!("version = \"{old}\""), &format!("version = \"{new}\""), 1)
}

/// The version of a crate in a lock file.
pub(super) fn locked<'t>(lock: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    rest.split('"').next()
}

/// Whether a crate depends on another, not only for its tests.
pub(super) fn depends(manifest: &str, other: &str) -> bool {
    lists(manifest, "[dependencies]", other)
}

/// Whether a crate depends on another, if only for its tests.
pub(super) fn needs(manifest: &str, other: &str) -> bool {
    depends(manifest, other) || lists(manifest, "[dev-dependencies]", other)
}

fn lists(manifest: &str, heading: &str, other: &str) -> bool {
    let section = manifest.lines().skip_while(|line| *line != heading).skip(1);
    let mut entries = section.take_while(|line| !line.starts_with('['));
    entries.any(|line| line.strip_prefix(other).is_some_and(|rest| rest.starts_with(['.', ' '])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "[workspace.dependencies]\nanim-core = { path = \"c\", version = \"0.1.0\" }\nanim-corers = \"0.1.0\"\n";

    #[test]
    fn only_the_crate_in_question_changes() {
        let new: Version = "0.2.0".parse().unwrap();
        let changed = require(ROOT, "anim-core", &new);
        assert_eq!(changed, ROOT.replacen("0.1.0", "0.2.0", 1));
        assert_eq!(require(ROOT, "anim-tod", &new), ROOT);
        let manifest_text =
            "[package]\nname = \"x\"\nversion = \"0.1.0\"\n\n[dependencies]\nother = \"0.1.0\"\n";
        let old = "0.1.0".parse().unwrap();
        assert_eq!(manifest(manifest_text, &old, &new), manifest_text.replacen("0.1.0", "0.2.0", 1));
    }

    #[test]
    fn a_lock_file_has_the_version_of_a_whole_name() {
        let lock = "[[package]]\nname = \"anim-core\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"core\"\nversion = \"2.0.0\"\n";
        let versions = ["anim-core", "core", "anim"].map(|name| locked(lock, name));
        assert_eq!(versions, [Some("0.1.0"), Some("2.0.0"), None]);
    }

    #[test]
    fn a_change_log_needs_news() {
        let new: Version = "0.2.0".parse().unwrap();
        let unreleased = "# Changelog\n\n## Unreleased\n\n- More.\n\n## 0.1.0\n\n- First.\n";
        assert_eq!(log(unreleased, &new, None).unwrap(), unreleased.replace("Unreleased", "0.2.0"));
        let old = "# Changelog\n\n## 0.1.0\n\n- First.\n";
        assert_eq!(log(old, &new, None), None);
        let news = log(old, &new, Some("- Goes with x 0.2.0."));
        assert_eq!(
            news.unwrap(),
            "# Changelog\n\n## 0.2.0\n\n- Goes with x 0.2.0.\n\n## 0.1.0\n\n- First.\n"
        );
    }

    #[test]
    fn tests_are_no_dependents() {
        let manifest =
            "[dependencies]\nanim-core.workspace = true\n\n[dev-dependencies]\nanim-gltf.workspace = true\n";
        assert!(depends(manifest, "anim-core"));
        assert!(!depends(manifest, "anim-cor") && !depends(manifest, "anim-gltf"));
        assert!(needs(manifest, "anim-core") && needs(manifest, "anim-gltf") && !needs(manifest, "anim-glt"));
    }
}
