// A match as a link: set-up, seed and everything a hand did, compressed behind the "#".

/** Link that plays a session again. */
export async function replayLink({ setup, seed, text }) {
  const whole = JSON.stringify({ setup, seed, text });
  return `${location.href.replace(/[?#].*$/, '')}#m=${await packed(whole)}`;
}

/** Session in the address, or null if there is none or it cannot be read. */
export async function replayInAddress() {
  const code = /^#m=([\w-]+)$/.exec(location.hash)?.[1];
  if (!code) return null;
  try {
    const { setup, seed, text } = JSON.parse(await unpacked(code));
    return setup && typeof text === 'string' ? { setup, seed, text } : null;
  } catch {
    return null;
  }
}

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(code) {
  const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
