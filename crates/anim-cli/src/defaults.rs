//! Defaults of options from variables of the environment.

use clap::CommandFactory;

use crate::{Command, formats};

/// Each variable with the verb and the option whose default it is.
const VARIABLES: [(&str, &str, &str); 4] = [
    ("ANIM_JOBS", "convert", "jobs"),
    ("ANIM_TOLERANCE", "convert", "tolerance"),
    ("ANIM_TOLERANCE_ANGLE", "convert", "tolerance_angle"),
    ("ANIM_TOLERANCE_TIME", "convert", "tolerance_time"),
];

/// The command with its variables and its versions.
pub(crate) fn command() -> clap::Command {
    let mut command = Command::command().long_version(version());
    for (variable, verb, option) in VARIABLES {
        command = command.mut_subcommand(verb, |verb| {
            verb.mut_arg(option, |option| option.env(variable).hide_env_values(true))
        });
    }
    command
}

/// The version, the formats and the features of this program.
fn version() -> String {
    let features = [("parquet", cfg!(feature = "parquet"))];
    let features: Vec<_> = features.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    format!("{}\n\nFormats:\n{}\nFeatures: {features}", env!("CARGO_PKG_VERSION"), formats::summary())
}
