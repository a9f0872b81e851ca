//! Discovery by Home Assistant: what is published has the documented fields and types,
//! mandatory ones among them, and what its templates read is published as well.

use super::playing_ring::PlayingRing;
use super::programs::{Club, installed, ring_id};
use host_tools::club::broker::BrokerEvent;
use host_tools::club::home_assistant::{MOMENTS, STATUS, config, topic};
use rules_core::wire::{Identity, RingId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Returns what is wrong with a description, in sentences.
fn faults(config: &Value) -> Vec<String> {
    let schema: Value = serde_json::from_str(include_str!("home_assistant.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults = validator.iter_errors(config);
    faults
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect()
}

/// Returns the description of a ring with this name.
fn described(name: &str) -> Value {
    let identity = Identity {
        ring: RingId(0xe661_4c31_1b7f_5a2c),
        name: name.try_into().unwrap(),
        ..Identity::default()
    };
    config(&identity, "0.2.0")
}

#[test]
fn descriptions_have_the_documented_fields() {
    for name in ["", "Table 3", "Tisch \"Süd\" {{ 1 }}"] {
        assert_eq!(faults(&described(name)), Vec::<String>::new(), "{name}");
    }
    assert_eq!(
        topic("e6614c311b7f5a2c"),
        "homeassistant/device/dohyo_e6614c311b7f5a2c/config"
    );
}

#[test]
fn what_is_not_documented_is_found() {
    let good = described("Table 3");
    let found = |path: &str, value: Option<Value>| {
        let mut bad = good.clone();
        let (parent, key) = path.rsplit_once('/').unwrap();
        let parent = bad.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        match value {
            Some(value) => drop(parent.insert(key.to_owned(), value)),
            None => drop(parent.remove(key).unwrap()),
        }
        assert_ne!(faults(&bad), Vec::<String>::new(), "{path}");
    };
    for mandatory in [
        "/dev",
        "/o",
        "/cmps",
        "/dev/ids",
        "/o/name",
        "/cmps/moment/event_types",
    ] {
        found(mandatory, None);
    }
    for part in good["cmps"].as_object().unwrap().keys() {
        found(&format!("/cmps/{part}/p"), None);
        found(&format!("/cmps/{part}/unique_id"), None);
        found(
            &format!("/cmps/{part}/command_topic"),
            Some(json!("dohyo/1/x")),
        );
        found(&format!("/cmps/{part}/unique_id"), Some(json!(7)));
        found(&format!("/cmps/{part}/p"), Some(json!("button")));
    }
    found("/command_topic", Some(json!("dohyo/1/x")));
    found("/qos", Some(json!("1")));
    found("/qos", Some(json!(3)));
    found("/state_topic", Some(json!("dohyo/1/+/now")));
    found("/dev/serial", Some(json!("1")));
    found("/cmps/running/device_class", Some(json!("contest")));
    found(
        "/cmps/turn/value_template",
        Some(json!("{{ value_json.turn ")),
    );
    found("/cmps/moment/event_types", Some(json!([])));
}

/// Returns the fields of the state that a template reads.
fn read_fields(template: &str) -> Vec<&str> {
    let parts = template.split("value_json.").skip(1);
    let end = |part: &str| {
        part.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '.')
            .unwrap_or(part.len())
    };
    parts.map(|part| &part[..end(part)]).collect()
}

#[test]
fn a_bridge_describes_its_ring_and_says_what_the_templates_read() {
    let Some(mosquitto) = installed("mosquitto", "mosquitto") else {
        return;
    };
    let club = Club::new("home", mosquitto, "allow_anonymous true\npersistence false");
    let ring = PlayingRing::start(12, 10_000, Duration::from_millis(20));
    let id = ring_id(&ring.address);
    let _broker = club.broker();
    let home = club.connect("home", None, None);
    let _bridge = club.bridge("0", &["--ring", &ring.address, "--home-assistant"]);
    let config_topic = topic(&id);
    let (mut configs, mut moments) = (Vec::new(), Vec::new());
    let mut states: BTreeMap<String, Value> = BTreeMap::new();
    let until = Instant::now() + Duration::from_secs(40);
    let is_won = |moments: &[Value]| moments.iter().any(|it| it["event_type"] == "won");
    let mut has_restarted = false;
    while configs.len() < 2 || !is_won(&moments) {
        assert!(Instant::now() < until, "{configs:?} {moments:?}");
        match home.next(Duration::from_millis(50)) {
            Some(BrokerEvent::Connected) => {
                home.subscribe("homeassistant/#");
                home.subscribe("dohyo/1/#");
            }
            Some(BrokerEvent::Message { topic, payload }) => {
                let Ok(value) = serde_json::from_slice::<Value>(&payload) else {
                    continue;
                };
                match topic.rsplit('/').next().unwrap() {
                    "config" => {
                        assert_eq!(topic, config_topic);
                        configs.push(value);
                    }
                    "moment" => moments.push(value),
                    _ => drop(states.insert(topic, value)),
                }
            }
            _ => {}
        }
        // It starts again, and the description is said again.
        if !configs.is_empty() && !std::mem::replace(&mut has_restarted, true) {
            home.publish(0, STATUS, "online".into(), false);
        }
    }
    let config = &configs[1];
    assert_eq!(config, &configs[0]);
    assert_eq!(faults(config), Vec::<String>::new());
    for moment in &moments {
        let kind = moment["event_type"].as_str().unwrap();
        assert!(MOMENTS.contains(&kind), "{moment}");
    }
    let now = &states[config["state_topic"].as_str().unwrap()];
    let templates = config["cmps"].as_object().unwrap().values();
    for template in templates.filter_map(|part| part["value_template"].as_str()) {
        let fields = read_fields(template);
        assert!(!fields.is_empty(), "{template}");
        for field in fields {
            // A field below one that is null is asked for only where that one is not.
            let first = field.split('.').next().unwrap();
            let path = format!("/{}", field.replace('.', "/"));
            let is_there = now.pointer(&path).is_some() || now[first].is_null();
            assert!(is_there && now.get(first).is_some(), "{field} in {now}");
        }
    }
}
