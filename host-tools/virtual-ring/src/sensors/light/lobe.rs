//! Lobe of an emitter or a detector: `cos^n`, with `n` from the half angle.
//!
//! Half angles are those of data sheets: the angle at which intensity or sensitivity has
//! halved. Within 20 degrees the power of the cosine is assumed to follow the published
//! curves within 10 %.

/// Returns the exponent `n = ln 0.5 / ln cos(half angle)` of a lobe; the half angle is in
/// degrees.
///
/// ```
/// use virtual_ring::sensors::light::lobe::exponent;
///
/// // Lambert's law has a half angle of 60 degrees.
/// assert!((exponent(60.0) - 1.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn exponent(half_angle: f64) -> f64 {
    libm::log(0.5) / libm::log(libm::cos(half_angle.to_radians()))
}

/// Returns the fraction of the peak at an angle with this cosine; 0 behind the part.
#[must_use]
pub fn fraction(cosine: f64, exponent: f64) -> f64 {
    if cosine <= 0.0 {
        return 0.0;
    }
    libm::pow(cosine, exponent)
}
