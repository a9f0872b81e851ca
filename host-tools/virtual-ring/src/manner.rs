//! Deviations of a hand's push from a straight and steady one.

/// Deviations of a push from a straight and steady one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushManner {
    /// Distance of the thumb's middle from the line through the element's middle, mm,
    /// clockwise seen from above.
    pub off: f32,
    /// Share by which the speed swings about its mean, from 0 up to 1.
    pub jerk: f32,
    /// Duration of one swing of the speed, s.
    pub swing: f32,
    /// Pause in the middle of the push; `None` for a push in one go.
    pub pause: Option<Pause>,
    /// Motion back in the middle of the push; `None` for a push in one direction.
    pub pull: Option<PullBack>,
}

/// Pause of a push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pause {
    /// Way of the thumb after which it stops, mm.
    pub after: f32,
    /// Duration of the pause, s.
    pub lasts: f32,
}

/// Motion of the element back, away from the ring, before the hand pushes on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PullBack {
    /// Way of the thumb after which the element is pulled back, mm.
    pub after: f32,
    /// Distance by which the element is pulled back, mm.
    pub by: f32,
}

impl PushManner {
    /// Manner of a straight and steady push.
    pub const STEADY: Self = Self {
        off: 0.0,
        jerk: 0.0,
        swing: 1.0,
        pause: None,
        pull: None,
    };

    /// Returns the factor of the mean speed at this time of the push, in seconds.
    pub(super) fn speed_at(&self, time: f32) -> f32 {
        let phase = core::f32::consts::TAU * time / self.swing.max(0.01);
        1.0 + self.jerk * libm::sinf(phase)
    }
}

#[cfg(test)]
mod tests {
    use super::PushManner;

    #[test]
    fn jerks_keep_the_mean_speed() {
        let jerky = PushManner {
            jerk: 0.8,
            swing: 0.2,
            ..PushManner::STEADY
        };
        let speeds: Vec<f32> = (0..200).map(|n| jerky.speed_at(n as f32 * 1e-3)).collect();
        let mean = speeds.iter().sum::<f32>() / 200.0;
        assert!((mean - 1.0).abs() < 1e-3, "mean {mean}");
        assert!(speeds.iter().all(|&speed| speed > 0.0), "never backwards");
        assert!(speeds.iter().any(|&speed| speed < 0.3), "nearly stops");
    }
}
