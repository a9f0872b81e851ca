// The line to a real ring: the protocol in WebAssembly, loaded when it is first wanted.

let loading = null;

/** Loads the module once; gives the class of lines, and the cards that can be chosen. */
export function loadLine() {
  loading ??= load();
  return loading;
}

async function load() {
  const parts = globalThis.dohyoParts;
  const { default: init, Line, cards } = await import(parts ? 'dohyo/line.js' : new URL('../line.js', import.meta.url));
  await init({ module_or_path: parts ? await unpacked(parts.line) : new URL('../line_bg.wasm', import.meta.url) });
  return { Line, cards: JSON.parse(cards()) };
}

/** Bytes of a module that is part of the page itself. */
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
