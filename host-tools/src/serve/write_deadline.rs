//! Connection whose peer must take what it is sent.
//!
//! A peer that asks for events and never reads would hold its connection for ever. The
//! time runs from the first byte that the peer does not take until all bytes are taken,
//! so that reading a byte now and then does not prolong it. A spectator who is dropped
//! so may return and continue at the line after the last one received.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// Stream that fails once its peer does not take what is written within a time.
#[derive(Debug)]
pub struct WriteDeadline {
    stream: TcpStream,
    patience: Duration,
    /// End of the patience; `None` while the peer has taken everything.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl WriteDeadline {
    /// Creates a stream whose peer has `patience` to take what is written.
    pub const fn new(stream: TcpStream, patience: Duration) -> Self {
        Self {
            stream,
            patience,
            deadline: None,
        }
    }

    /// Fails a write that is pending if the deadline has passed.
    fn check(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            return written;
        }
        let patience = self.patience;
        let deadline = self
            .deadline
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        let is_over = deadline.as_mut().poll(context);
        is_over.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for WriteDeadline {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteDeadline {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.check(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Ends the deadline: hyper flushes once all its bytes are written.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.deadline = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
