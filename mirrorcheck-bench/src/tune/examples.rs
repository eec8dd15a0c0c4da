//! Ten documents as programs write them, without spaces, which the grammar has none of.

use super::documents::{document, with_hashcode};
use mirrorcheck::Interpretations;

const PAYLOADS: [(&str, &str); 10] = [
    ("service-configuration", include_str!("../../data/service-configuration.json")),
    ("order-answer", include_str!("../../data/order-answer.json")),
    ("log-entries", include_str!("../../data/log-entries.json")),
    ("package-file", include_str!("../../data/package-file.json")),
    ("geo-features", include_str!("../../data/geo-features.json")),
    ("sensor-readings", include_str!("../../data/sensor-readings.json")),
    ("pipeline", include_str!("../../data/pipeline.json")),
    ("messages", include_str!("../../data/messages.json")),
    ("rpc-error", include_str!("../../data/rpc-error.json")),
    ("game-save", include_str!("../../data/game-save.json")),
];

/// All of them with their hashes, or which one the generator cannot make.
pub(super) fn examples() -> Result<Vec<String>, String> {
    let wrapped = PAYLOADS.map(|(name, payload)| (name, document(payload.trim_end())));
    let checked = wrapped.into_iter().map(|(name, document)| match with_hashcode().why_not(&document) {
        None => Ok(document),
        Some(why) => Err(format!("{name}.json is out of the generator's range: {why}")),
    });
    checked.collect()
}

#[cfg(test)]
mod tests {
    use mirrorcheck::Interpretations;
    use mirrorcheck::choices::Ways;

    use super::{PAYLOADS, examples};
    use crate::tune::documents::with_hashcode;

    #[test]
    fn all_examples_reflect_in_one_way() {
        for document in examples().unwrap() {
            assert_eq!(with_hashcode().reflect(&document).ways(), Ways::Finite(1), "{document}");
        }
    }

    #[test]
    fn examples_are_json_of_the_wanted_lengths() {
        for (name, payload) in PAYLOADS {
            let payload = payload.trim_end();
            assert!((200..=1_200).contains(&payload.len()), "{name}: {}", payload.len());
            assert!(serde_json::from_str::<serde_json::Value>(payload).is_ok(), "{name}");
        }
    }
}
