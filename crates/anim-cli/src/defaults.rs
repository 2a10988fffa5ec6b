//! Defaults of options from environment variables.

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};

use crate::{Command, formats};

/// Each variable, with the verb and the option for which it is the default.
const VARIABLES: [(&str, &str, &str); 4] = [
    ("ANIM_JOBS", "convert", "jobs"),
    ("ANIM_TOLERANCE", "convert", "tolerance"),
    ("ANIM_TOLERANCE_ANGLE", "convert", "tolerance_angle"),
    ("ANIM_TOLERANCE_TIME", "convert", "tolerance_time"),
];

/// The command with its environment variables and its version.
pub(crate) fn command() -> clap::Command {
    let mut command = Command::command().long_version(version());
    for (variable, verb, option) in VARIABLES {
        // An empty variable counts as unset.
        if std::env::var_os(variable).is_some_and(|value| value.is_empty()) {
            continue;
        }
        command = command.mut_subcommand(verb, |verb| {
            verb.mut_arg(option, |option| option.env(variable).hide_env_values(true))
        });
    }
    command
}

/// An error of the arguments; it names the environment variable if the wrong value comes from there.
pub(crate) fn named(mut error: clap::Error) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let found = VARIABLES.into_iter().find(|(variable, _, option)| {
        let long = format!("--{}", option.replace('_', "-"));
        argument.split(' ').next() == Some(&long)
            && std::env::var(variable).is_ok_and(|given| given == value)
            && !std::env::args_os().any(|given| is_given(&given.to_string_lossy(), &long))
    });
    if let Some((variable, ..)) = found {
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable.to_owned()));
    }
    error
}

/// Whether a command-line argument may be this option.
fn is_given(argument: &str, long: &str) -> bool {
    let is_short = argument.starts_with("-j") && long == "--jobs";
    is_short || argument.strip_prefix(long).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// The version, the formats and the features of this program.
fn version() -> String {
    let features = [("parquet", cfg!(feature = "parquet"))];
    let features: Vec<_> = features.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    format!("{}\n\nFormats:\n{}\nFeatures: {features}", env!("CARGO_PKG_VERSION"), formats::summary())
}
