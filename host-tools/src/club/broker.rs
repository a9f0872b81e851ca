//! Connection to an MQTT 5 broker. No other file names the client crate, so that another
//! can take its place.
//!
//! The connection runs on a thread of its own and opens itself again after every outage. A
//! publish is answered with the reason of its acknowledgement: an acknowledgement alone
//! says that the broker has the message in memory, no more.

use rumqttc::{
    AsyncClient, Event, LastWill, MqttOptions, Packet, PubAckReason, PublishNoticeError,
    PublishOptions, PublishResult, QoS, SessionMode, TlsConfiguration, Transport,
};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc as async_mpsc;

/// Messages that may be on their way to the broker; more wait.
const CAPACITY: u16 = 128;

/// Interval between two attempts to reach the broker.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Time after which a silent connection counts as broken, in seconds.
const KEEP_ALIVE: u16 = 5;

/// Largest message that is accepted, in bytes.
const MAX_PACKET: u32 = 64 << 10;

/// Broker and how to reach it.
#[derive(Clone)]
pub struct BrokerOptions {
    /// Host name or address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Client id, one for each ring: the broker ends the connection of an older one.
    pub client_id: String,
    /// User and password; `None` for neither.
    pub login: Option<(String, String)>,
    /// Encryption; `None` for none.
    pub tls: Option<Tls>,
    /// Topic and payload that the broker retains when the connection ends unexpectedly.
    pub last_will: Option<(String, String)>,
}

impl std::fmt::Debug for BrokerOptions {
    /// Leaves the password out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BrokerOptions")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("client_id", &self.client_id)
            .field("user", &self.login.as_ref().map(|login| &login.0))
            .field("tls", &self.tls)
            .finish_non_exhaustive()
    }
}

/// Encryption of the connection.
#[derive(Debug, Clone)]
pub enum Tls {
    /// Certificates of the operating system.
    System,
    /// Certificate of this authority, as PEM.
    Authority(Vec<u8>),
}

/// Event of the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BrokerEvent {
    /// The connection works; subscriptions must be made again.
    Connected,
    /// The connection is broken for this reason; messages on their way may be lost.
    Lost(String),
    /// A message arrived.
    Message {
        /// Topic of the message.
        topic: String,
        /// Contents of the message.
        payload: Vec<u8>,
    },
    /// The broker acknowledged the publish with this tag.
    Acknowledged {
        /// Tag given to [`Broker::publish`].
        tag: u64,
        /// Reason of the acknowledgement.
        reason: Acknowledgement,
    },
}

/// Reason of an acknowledgement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acknowledgement {
    /// The broker has the message, and somebody subscribes to it.
    Taken,
    /// The broker has the message, and nobody subscribes to it.
    Nobody,
    /// The broker refuses the message, for this reason.
    Refused(String),
    /// The connection broke before an acknowledgement.
    Lost,
}

enum Command {
    Publish {
        tag: u64,
        topic: String,
        payload: String,
        retain: bool,
    },
    Subscribe(String),
}

/// Connection to a broker; dropping it ends the connection.
#[derive(Debug)]
pub struct Broker {
    commands: async_mpsc::UnboundedSender<Command>,
    events: mpsc::Receiver<BrokerEvent>,
}

impl Broker {
    /// Starts to connect.
    ///
    /// # Errors
    /// A sentence if the options are impossible, or no thread can be started.
    pub fn connect(options: &BrokerOptions) -> Result<Self, String> {
        let (commands, wishes) = async_mpsc::unbounded_channel();
        let (sender, events) = mpsc::channel();
        let options = mqtt_options(options);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| format!("no runtime for the broker: {error}"))?;
        let run = move || runtime.block_on(run(options, wishes, sender));
        thread::Builder::new()
            .name("broker".into())
            .spawn(run)
            .map_err(|error| format!("no thread for the broker: {error}"))?;
        Ok(Self { commands, events })
    }

    /// Publishes a message; its acknowledgement carries the tag. `retain` makes it the
    /// present value of its topic.
    pub fn publish(&self, tag: u64, topic: &str, payload: String, retain: bool) {
        // Without its thread there is nobody to tell; the next event says so.
        let _ = self.commands.send(Command::Publish {
            tag,
            topic: topic.to_owned(),
            payload,
            retain,
        });
    }

    /// Subscribes to a filter.
    pub fn subscribe(&self, filter: &str) {
        let _ = self.commands.send(Command::Subscribe(filter.to_owned()));
    }

    /// Returns the next event, waiting up to `wait`; `None` if none came.
    #[must_use]
    pub fn next(&self, wait: Duration) -> Option<BrokerEvent> {
        self.events.recv_timeout(wait).ok()
    }
}

fn mqtt_options(options: &BrokerOptions) -> MqttOptions {
    let address = (options.host.as_str(), options.port);
    let mut mqtt = MqttOptions::new(options.client_id.as_str(), address);
    mqtt.set_keep_alive(KEEP_ALIVE);
    mqtt.set_session_mode(SessionMode::Clean);
    mqtt.set_max_packet_size(Some(MAX_PACKET));
    // Room for 65,535 would take 20 MB a connection.
    mqtt.set_outgoing_inflight_upper_limit(CAPACITY);
    if let Some((user, password)) = &options.login {
        mqtt.set_credentials(user.as_str(), password.clone());
    }
    if let Some((topic, payload)) = &options.last_will {
        let qos = QoS::AtLeastOnce;
        let will = LastWill::new(topic.as_str(), payload.as_bytes(), qos, true, None);
        mqtt.set_last_will(will);
    }
    match &options.tls {
        None => {}
        Some(Tls::System) => {
            mqtt.set_transport(Transport::tls_with_default_config());
        }
        Some(Tls::Authority(ca)) => {
            mqtt.set_transport(Transport::Tls(TlsConfiguration::Simple {
                ca: ca.clone(),
                alpn: None,
                client_auth: None,
            }));
        }
    }
    mqtt
}

/// Runs the connection until the owner drops its end.
async fn run(
    options: MqttOptions,
    mut wishes: async_mpsc::UnboundedReceiver<Command>,
    events: mpsc::Sender<BrokerEvent>,
) {
    let Ok((client, mut connection)) = AsyncClient::builder(options)
        .capacity(CAPACITY.into())
        .try_build()
    else {
        let _ = events.send(BrokerEvent::Lost("the broker's address is wrong".into()));
        return;
    };
    let to_owner = events.clone();
    let sending = tokio::spawn(async move {
        while let Some(command) = wishes.recv().await {
            send(&client, command, &to_owner).await;
        }
        let _ = client.disconnect().await;
    });
    let mut last = None;
    while !sending.is_finished() {
        let event = match connection.poll().await {
            Ok(Event::Incoming(Packet::ConnAck(_))) => {
                last = None;
                BrokerEvent::Connected
            }
            Ok(Event::Incoming(Packet::Publish(message))) => BrokerEvent::Message {
                topic: String::from_utf8_lossy(&message.topic).into_owned(),
                payload: message.payload.to_vec(),
            },
            Ok(_) => continue,
            Err(error) => {
                let why = error.to_string();
                let is_news = last.as_ref() != Some(&why);
                last = Some(why.clone());
                if is_news && events.send(BrokerEvent::Lost(why)).is_err() {
                    return;
                }
                tokio::time::sleep(RETRY_INTERVAL).await;
                continue;
            }
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

async fn send(client: &AsyncClient, command: Command, events: &mpsc::Sender<BrokerEvent>) {
    match command {
        Command::Subscribe(filter) => {
            let _ = client.subscribe(filter, QoS::AtLeastOnce).await;
        }
        Command::Publish {
            tag,
            topic,
            payload,
            retain,
        } => {
            let options = PublishOptions::new(QoS::AtLeastOnce).retain(retain);
            let notice = client.publish_tracked(topic, payload, options).await;
            let events = events.clone();
            tokio::spawn(async move {
                let reason = match notice {
                    Ok(notice) => reason_of(notice.wait_async().await),
                    Err(error) => Acknowledgement::Refused(error.to_string()),
                };
                let _ = events.send(BrokerEvent::Acknowledged { tag, reason });
            });
        }
    }
}

fn reason_of(result: Result<PublishResult, PublishNoticeError>) -> Acknowledgement {
    let reason = match result {
        // A refusal comes as a result as well.
        Ok(PublishResult::Qos1(acknowledgement)) => acknowledgement.reason,
        Ok(_) => return Acknowledgement::Taken,
        Err(PublishNoticeError::V5PubAck(reason)) => reason,
        Err(_) => return Acknowledgement::Lost,
    };
    match reason {
        PubAckReason::Success => Acknowledgement::Taken,
        PubAckReason::NoMatchingSubscribers => Acknowledgement::Nobody,
        PubAckReason::NotAuthorized => {
            Acknowledgement::Refused("the broker's access rules forbid this user to write".into())
        }
        PubAckReason::QuotaExceeded => {
            Acknowledgement::Refused("the broker's quota is exceeded".into())
        }
        other => Acknowledgement::Refused(format!("the broker refuses: {other:?}")),
    }
}
