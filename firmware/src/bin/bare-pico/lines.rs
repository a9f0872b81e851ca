//! Lines measured by state machines: edges of the clock with a capacitor, and the
//! waveform of the LED strip.
//!
//! Wires: 470 pF from GP6 to ground; GP15 to GP10. Times have a resolution of two cycles
//! of the system clock.

use crate::board::{CurtainResources, Irqs, StripResources};
use crate::pads;
use crate::report::{Report, Verdict};
use embassy_futures::join::join;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::peripherals::PIO1;
use embassy_rp::pio::program::pio_asm;
use embassy_rp::pio::{
    Config, Direction, FifoJoin, Pio, ShiftConfig, ShiftDirection, StateMachine,
};
use embassy_rp::pio_programs::ws2812::{Grb, PioWs2812, PioWs2812Program};
use embassy_time::{Duration, Instant};
use rules_core::board::output::{DriveStrength, OutputDrive, SlewRate};
use rules_core::board::pins::Pins;
use rules_core::lights::RGB8;

/// Longest wait for a measurement.
const TIMEOUT: Duration = Duration::from_millis(5);
/// Edge with 2 mA from which on a capacitor is there, in ns.
const WITH_CAPACITOR: u32 = 100;
/// Number of looks for a pulse of the strip: several ms.
const TRIES: u32 = 50_000;
/// Number of bits of one LED.
const BITS: usize = 24;

/// Shortest and longest pulse of one kind, in ns.
struct Pulses {
    count: u32,
    shortest: u32,
    longest: u32,
}

/// Checks the edges and the waveform of the strip.
pub async fn check(
    report: &mut Report<'_>,
    curtain: &mut CurtainResources,
    strip: &mut StripResources,
) {
    let weak = edge(curtain, strip, DriveStrength::Ma2);
    let strong = edge(curtain, strip, DriveStrength::Ma12);
    for (name, expected, time, most) in [
        ("an edge at 470 pF with 2 mA", "at most 700 ns", weak, 700),
        (
            "an edge at 470 pF with 12 mA",
            "at most 120 ns",
            strong,
            120,
        ),
    ] {
        let verdict = match weak {
            None => Verdict::Unknown("GP6 does not rise"),
            Some(weak) if weak < WITH_CAPACITOR => {
                Verdict::Unknown("no capacitor of 470 pF at GP6")
            }
            Some(_) => Verdict::of(time.is_some_and(|time| time <= most)),
        };
        let time = time.unwrap_or(0);
        report
            .line(name, expected, format_args!("{time} ns"), verdict)
            .await;
    }

    let (zeros, ones) = waveform(curtain, strip).await;
    let found = zeros.count + ones.count;
    let unknown = (found == 0).then_some(Verdict::Unknown("no wire from GP15 to GP10"));
    let within = |pulses: &Pulses, from, to| from <= pulses.shortest && pulses.longest <= to;
    report
        .line(
            "a zero of the LED strip is high for",
            "220 to 380 ns, 16 times",
            format_args!(
                "{} to {} ns, {} times",
                zeros.shortest, zeros.longest, zeros.count
            ),
            unknown.unwrap_or(Verdict::of(zeros.count == 16 && within(&zeros, 220, 380))),
        )
        .await;
    report
        .line(
            "a one of the LED strip is high for",
            "580 to 1000 ns, 8 times",
            format_args!(
                "{} to {} ns, {} times",
                ones.shortest, ones.longest, ones.count
            ),
            unknown.unwrap_or(Verdict::of(ones.count == 8 && within(&ones, 580, 1_000))),
        )
        .await;
}

/// Returns the length of this number of double cycles, in ns.
fn nanos(double_cycles: u32) -> u32 {
    double_cycles.saturating_mul(2_000) / (clk_sys_freq() / 1_000_000)
}

/// Returns the time from a rising edge at GP6 until its own input reads high, in ns;
/// `None` if it never does.
fn edge(
    curtain: &mut CurtainResources,
    strip: &mut StripResources,
    strength: DriveStrength,
) -> Option<u32> {
    let Pio {
        mut common,
        mut sm1,
        ..
    } = Pio::new(strip.pio.reborrow(), Irqs);
    let assembled = pio_asm!(
        "    set pins, 0",
        "    pull block",
        "    out x, 32",
        "low:",
        "    jmp x-- low", // discharge
        "    mov x, ~null",
        "    set pins, 1",
        "rising:",
        "    jmp pin high",
        "    jmp x-- rising",
        "high:",
        "    mov isr, ~x",
        "    push block",
        "    set pins, 0",
        "end:",
        "    jmp end",
    );
    let loaded = common.load_program(&assembled.program);
    let clock = common.make_pio_pin(curtain.clock.reborrow());
    let slew = SlewRate::Slow;
    pads::apply(Pins::ALL.clock, OutputDrive { strength, slew });
    let mut config = Config::default();
    config.use_program(&loaded, &[]);
    config.set_set_pins(&[&clock]);
    config.set_jmp_pin(&clock);
    sm1.set_config(&config);
    sm1.set_pin_dirs(Direction::Out, &[&clock]);
    sm1.set_enable(true);
    // 10,000 cycles discharge 470 pF in any case.
    sm1.tx().push(10_000);
    pulled(&mut sm1, Instant::now() + TIMEOUT).map(nanos)
}

/// Returns the next word of a state machine; `None` if there is none by then.
fn pulled(machine: &mut StateMachine<'_, PIO1, 1>, latest: Instant) -> Option<u32> {
    loop {
        match machine.rx().try_pull() {
            Some(word) => return Some(word),
            None if Instant::now() >= latest => return None,
            None => {}
        }
    }
}

/// Sends one LED in green, and returns the pulses of its zeros and ones at GP10.
async fn waveform(curtain: &mut CurtainResources, strip: &mut StripResources) -> (Pulses, Pulses) {
    let Pio {
        mut common,
        sm0,
        mut sm1,
        ..
    } = Pio::new(strip.pio.reborrow(), Irqs);
    let assembled = pio_asm!(
        ".wrap_target",
        "low:",
        "    jmp pin rise",
        "    jmp low",
        "rise:",
        "    mov x, ~null",
        "high:",
        "    jmp x-- counted",
        "counted:",
        "    jmp pin high",
        "    in x, 8",
        ".wrap",
    );
    let loaded = common.load_program(&assembled.program);
    let input = common.make_pio_pin(curtain.lanes.3.reborrow());
    let program = PioWs2812Program::new(&mut common);
    let (pin, dma) = (strip.pin.reborrow(), strip.dma.reborrow());
    let mut leds: PioWs2812<'_, PIO1, 0, 1, Grb> =
        PioWs2812::new(&mut common, sm0, dma, Irqs, pin, &program);
    pads::apply(Pins::ALL.leds, Pins::ALL.outputs.leds);
    // The first frame after the start carries a few surplus bits.
    leds.write(&[RGB8::new(0, 0, 0)]).await;
    let mut config = Config::default();
    config.use_program(&loaded, &[]);
    config.set_jmp_pin(&input);
    config.fifo_join = FifoJoin::RxOnly;
    config.shift_in = ShiftConfig {
        threshold: 32,
        direction: ShiftDirection::Right,
        auto_fill: true,
    };
    sm1.set_config(&config);
    sm1.set_pin_dirs(Direction::In, &[&input]);
    sm1.set_enable(true);

    let green = [RGB8::new(0, 255, 0)];
    let (mut words, mut found) = ([0; BITS / 4], 0);
    // Without an await, because the pulses come faster than tasks can be woken: `join`
    // first lets the driver start its DMA, and then does all of this.
    let measuring = async {
        let mut tries = 0;
        while found < words.len() && tries < TRIES {
            tries += 1;
            if let (Some(word), Some(place)) = (sm1.rx().try_pull(), words.get_mut(found)) {
                *place = word;
                found += 1;
            }
        }
    };
    join(leds.write(&green), measuring).await;
    let none = || Pulses {
        count: 0,
        shortest: u32::MAX,
        longest: 0,
    };
    let (mut zeros, mut ones) = (none(), none());
    // Four pulses in a word: the low byte of a counter that runs down from all ones.
    let pulses = words.iter().take(found).flat_map(|word| word.to_le_bytes());
    for left in pulses {
        let time = nanos(u32::from(!left));
        let kind = if time < 480 { &mut zeros } else { &mut ones };
        kind.count += 1;
        kind.shortest = kind.shortest.min(time);
        kind.longest = kind.longest.max(time);
    }
    for pulses in [&mut zeros, &mut ones] {
        if pulses.count == 0 {
            pulses.shortest = 0;
        }
    }
    (zeros, ones)
}
