//! Parsing of the answers that people type to a question.

use rules_core::referee::{Choice, Question};

/// Returns the answer that `text` stands for: its number in the list, its words in
/// `answers` (one for each choice, in order), or its notation.
///
/// # Errors
/// A sentence with the list.
pub fn choice(question: &Question, answers: &[String], text: &str) -> Result<Choice, String> {
    let by_number = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let by_words = || answers.iter().position(|answer| answer == text);
    let by_notation = || {
        let mut choices = question.choices.iter();
        choices.position(|choice| choice.to_string() == text)
    };
    let index = by_number.or_else(by_words).or_else(by_notation);
    let found = index.and_then(|index| question.choices.get(index));
    found.copied().ok_or_else(|| {
        format!(
            "\"{text}\" does not answer question {}; give one of: {}",
            question.number,
            numbered(answers).join(", ")
        )
    })
}

/// Returns the answers with their numbers in front: "1 a small disc".
#[must_use]
pub fn numbered(answers: &[String]) -> Vec<String> {
    let all = (1..).zip(answers);
    all.map(|(number, answer)| format!("{number} {answer}"))
        .collect()
}
