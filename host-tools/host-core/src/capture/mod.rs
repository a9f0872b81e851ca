//! Captures on the host: raw frames of a ring around one decision, replayed and drawn for
//! a challenge.
//!
//! The replay is that of the ring itself, [`rules_core::capture`]; no decision is made
//! here.

mod picture;
pub mod raster;

pub use picture::draw;

use rules_core::capture::{Capture, CaptureError, Header};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::observation::Observation;

/// Result of replaying a capture.
#[derive(Debug, Clone)]
pub struct CaptureReplay {
    /// Header of the capture, with the decision the ring made.
    pub header: Header,
    /// Observations of the replayed frames, in order. Statements about channels that the
    /// capture does not contain are meaningless.
    pub said: Vec<Observation>,
    /// Decision that the replay reached; `None` if it reached none of the same kind.
    pub decision: Option<Observation>,
}

impl CaptureReplay {
    /// True if the replayed decision equals that of the ring.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.decision == Some(self.header.observation)
    }
}

/// Replays a capture.
///
/// # Errors
///
/// `CaptureError` if the bytes are not a capture, are damaged, or belong to another release
/// or calibration.
///
/// ```
/// use host_core::capture::replay;
/// use rules_core::board::{BoardId, Profile};
/// use rules_core::capture::CaptureError;
/// use rules_core::sensing::calibration::Calibration;
///
/// let calibration = Calibration::nominal(Profile::of(BoardId::Ring));
/// let replayed = replay(b"no such thing", &calibration);
/// assert!(matches!(replayed, Err(CaptureError::Foreign)));
/// ```
pub fn replay(bytes: &[u8], calibration: &Calibration) -> Result<CaptureReplay, CaptureError> {
    let evidence = Capture::parse(bytes)?;
    let mut said = Vec::new();
    let decision = evidence.replay(calibration, &mut |observation| said.push(observation))?;
    Ok(CaptureReplay {
        header: *evidence.header(),
        said,
        decision,
    })
}
