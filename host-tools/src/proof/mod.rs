//! A challenge, seen from the host: the ring's evidence judged anew, and drawn.
//!
//! The judging is that of the ring itself, [`rules_core::proof`]; nothing here
//! decides.

mod picture;
pub mod raster;

pub use picture::draw;

use rules_core::proof::{Evidence, Flaw, Header};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::observation::Observation;

/// Evidence judged anew.
#[derive(Debug, Clone)]
pub struct Replay {
    /// What the ring sent along.
    pub header: Header,
    /// What sensing says about its frames, in order. About channels that are
    /// not in it this means nothing.
    pub said: Vec<Observation>,
    /// The decision, if it comes to one of that kind.
    pub decision: Option<Observation>,
}

impl Replay {
    /// Whether it comes to the very same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.decision == Some(self.header.observation)
    }
}

/// Judges evidence anew.
///
/// # Errors
///
/// If the evidence is none, is damaged, or belongs to another release or
/// calibration.
///
/// ```
/// use host_tools::proof::replay;
/// use rules_core::board::{Name, Profile};
/// use rules_core::sensing::calibration::Calibration;
///
/// let calibration = Calibration::nominal(Profile::of(Name::Ring));
/// let flaw = replay(b"no such thing", &calibration).err();
/// assert_eq!(flaw.map(|it| it.to_string()).as_deref(), Some("this is no evidence of a ring"));
/// ```
pub fn replay(bytes: &[u8], calibration: &Calibration) -> Result<Replay, Flaw> {
    let evidence = Evidence::parse(bytes)?;
    let mut said = Vec::new();
    let decision = evidence.replay(calibration, &mut |it| said.push(it))?;
    Ok(Replay {
        header: *evidence.header(),
        said,
        decision,
    })
}
