//! Clips by number and name, for messages.

/// Clips by number and name, for people: ``0 `walk`, 1 `run` ``.
pub fn list_clips<N: AsRef<str>>(names: &[N]) -> String {
    const MOST: usize = 30;
    if names.is_empty() {
        return "none, the file has no clip".to_owned();
    }
    let shown = names.iter().enumerate().take(MOST);
    let shown = shown.map(|(index, name)| format!("{index} `{}`", name.as_ref())).collect::<Vec<_>>();
    let shown = shown.join(", ");
    if names.len() > MOST { format!("{shown} and {} more", names.len() - MOST) } else { shown }
}
