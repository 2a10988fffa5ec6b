//! Suggestions for misspelt words.

use anim_core::nearest;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// `` ; did you mean `word`? `` for the candidate nearest to a word, or nothing when none is near.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// An error of the arguments; for an unknown flag it names the nearest one of the verb, or of the command, and for one of the verb
/// before it, its place. Letters that are swapped in a short flag are too much for clap.
pub(crate) fn with_nearest_flag(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let unknown = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(flag))) => flag.clone(),
        _ => return error,
    };
    let mut words = std::env::args_os().skip(1);
    let verb = words.find_map(|word| command.find_subcommand(word));
    let flags = verb.unwrap_or(command).get_arguments().chain(command.get_arguments());
    let flags: Vec<&str> = flags.filter_map(clap::Arg::get_long).collect();
    let name = unknown.trim_start_matches('-');
    if error.get(ContextKind::SuggestedArg).is_none()
        && unknown.starts_with("--")
        && let Some(near) = nearest(name, flags)
    {
        error.remove(ContextKind::Suggested);
        if near == name {
            let tip = format!("options such as '--{near}' follow the command: anim COMMAND --{near}");
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        } else {
            error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{near}")));
        }
    }
    error
}
