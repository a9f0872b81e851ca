//! Folder in which this user's programs keep what must survive a restart.

use std::path::PathBuf;

/// Returns the state folder of this user; `None` if the environment names none.
#[must_use]
pub fn state_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    variable("XDG_STATE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .map(|it| PathBuf::from(it).join("dohyo"))
        .or_else(|| {
            let home = PathBuf::from(variable("HOME")?);
            Some(home.join(".local").join("state").join("dohyo"))
        })
}
