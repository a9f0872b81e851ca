//! Options of the page for the hall, and the addresses it prints.

use crate::serve::hall::ServedHall;
use crate::serve::page_address;
use serde_json::Value;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Page of the hall.
#[derive(Debug, clap::Args)]
pub struct HallArgs {
    /// Address to listen at; 0.0.0.0 serves the whole network.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port to listen at; 0 picks a free one.
    #[arg(long, default_value_t = 8081)]
    port: u16,
    /// Additional host name under which the page is served, repeatable.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
}

/// Page of the hall while the evening runs.
#[derive(Debug)]
pub struct HallPage(ServedHall);

impl HallArgs {
    /// Serves the page and prints its address.
    ///
    /// # Errors
    /// If `out` cannot be written to; within, a sentence if the address is taken.
    pub fn open(&self, out: &mut impl Write) -> io::Result<Result<HallPage, String>> {
        let bind = SocketAddr::new(self.bind, self.port);
        let served = match ServedHall::start(bind, &self.name) {
            Ok(served) => served,
            Err(error) => {
                return Ok(Err(format!(
                    "cannot listen at {bind}: {error}; choose another --bind or --port"
                )));
            }
        };
        let mut addresses = page_address::addresses(served.address(), &page_address::own());
        if addresses.is_empty() {
            addresses.push(served.address());
        }
        for (n, address) in addresses.iter().enumerate() {
            let label = if n == 0 { "hall" } else { "" };
            writeln!(out, "{label:<12}http://{address}/hall")?;
        }
        Ok(Ok(HallPage(served)))
    }
}

impl HallPage {
    /// Shows these contents.
    pub fn publish(&self, contents: &Value) {
        self.0.publish(contents);
    }

    /// True if the server has ended by itself.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.0.has_failed()
    }
}
