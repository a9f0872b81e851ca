//! Discovery of a ring by Home Assistant 2024.12 or later: one retained message that
//! describes a device with its sensors. There are no buttons and no commands.

use super::topics::Topics;
use host_core::VERSION;
use rules_core::wire::Identity;
use serde_json::{Value, json};

/// Topic on which Home Assistant says that it has started.
pub const STATUS: &str = "homeassistant/status";

/// Moments that Home Assistant shows as events.
pub const MOMENTS: [&str; 6] = ["began", "fell", "asked", "won", "drawn", "aborted"];

/// Returns the topic of the description of a ring.
#[must_use]
pub fn topic(ring: &str) -> String {
    format!("homeassistant/device/dohyo_{ring}/config")
}

/// Returns the description of a ring.
#[must_use]
pub fn config(identity: &Identity, firmware: &str) -> Value {
    let ring = identity.ring.to_string();
    let topics = Topics::new(&ring);
    let name = match identity.name.as_str() {
        "" => "Dohyo ring",
        name => name,
    };
    let sensor = |key: &str, label: &str, template: &str| {
        json!({
            "p": "sensor", "name": label, "value_template": template,
            "unique_id": format!("{ring}_{key}"),
        })
    };
    let binary = |key: &str, label: &str, class: Option<&str>, field: &str| {
        let mut value = json!({
            "p": "binary_sensor", "name": label,
            "value_template": format!("{{{{ 'ON' if value_json.{field} else 'OFF' }}}}"),
            "unique_id": format!("{ring}_{key}"),
        });
        if let Some(class) = class {
            value["device_class"] = class.into();
        }
        value
    };
    json!({
        "dev": {
            "ids": format!("dohyo_{ring}"), "name": name, "mf": "Dohyo", "mdl": "ring",
            "sw": firmware, "sn": ring,
        },
        "o": { "name": "dohyo", "sw": VERSION },
        "availability_topic": topics.of("link"),
        "state_topic": topics.of("now"),
        "qos": 1,
        "cmps": {
            "running": binary("running", "Match", Some("running"), "running"),
            // A state has at most 255 characters.
            "turn": sensor("turn", "Turn", "{{ value_json.turn.name[:250] if value_json.turn else '' }}"),
            "ruling": sensor("ruling", "Last ruling", "{{ value_json.last.text[:250] if value_json.last else '' }}"),
            "question": binary("question", "Question", None, "question"),
            "trouble": binary("trouble", "Trouble", Some("problem"), "troubles"),
            "moment": {
                "p": "event", "name": "Moment", "state_topic": topics.of("moment"),
                "event_types": MOMENTS, "unique_id": format!("{ring}_moment"),
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::config;
    use rules_core::wire::{Identity, RingId};

    /// Fields that the documentation of MQTT discovery names, and those it demands.
    #[test]
    fn the_description_has_the_documented_fields_and_no_command() {
        let identity = Identity {
            ring: RingId(0xe661_4c31_1b7f_5a2c),
            ..Identity::default()
        };
        let config = config(&identity, "0.2.0");
        for field in config.as_object().unwrap().keys() {
            let known = [
                "dev",
                "o",
                "availability_topic",
                "state_topic",
                "qos",
                "cmps",
            ];
            assert!(known.contains(&field.as_str()), "{field}");
        }
        assert!(config["dev"]["ids"].is_string() && config["o"]["name"].is_string());
        for (key, part) in config["cmps"].as_object().unwrap() {
            let part = part.as_object().unwrap();
            let platform = part["p"].as_str().unwrap();
            assert_eq!(part["unique_id"], format!("{}_{key}", identity.ring));
            for field in part.keys() {
                let known = [
                    "p",
                    "name",
                    "unique_id",
                    "value_template",
                    "device_class",
                    "state_topic",
                    "event_types",
                ];
                assert!(known.contains(&field.as_str()), "{key}: {field}");
                assert!(!field.contains("command"));
            }
            // Platforms that only show.
            assert!(["sensor", "binary_sensor", "event"].contains(&platform));
            let needed = if platform == "event" {
                "event_types"
            } else {
                "value_template"
            };
            assert!(part.contains_key(needed), "{key}");
        }
    }
}
