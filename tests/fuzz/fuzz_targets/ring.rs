#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dohyo_fuzz::ring::run(data));
