// A ring at the table of a `dohyo serve`: its bytes come as events of the server, and go
// there in requests, for browsers that reach no port.

/** Address of the line, beside the folder of the page. */
const wire = (path = '') => new URL(`../wire${path}`, location.href);

/** True if the page is from a server that has the line to a ring. */
export async function isHubOffered() {
  if (!/\/play\/(index\.html)?$/.test(location.pathname) || !location.protocol.startsWith('http')) return false;
  try {
    const answer = await fetch(wire('/offer'));
    return answer.ok && (await answer.json()).wire === 1;
  } catch {
    return false;
  }
}

/** Asks for the key that the table code gives; a sentence of the server if it is wrong. */
export async function showCode(code) {
  const answer = await fetch(new URL('../login', location.href), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code }) });
  const told = await answer.json().catch(() => ({}));
  if (answer.ok && told.key) key = told.key;
  return answer.ok ? null : told.sentence ?? String(answer.status);
}

let key = '';

/**
 * Opens the line; `heard` gets bytes, `lost` is called once it ends, and `barred` when the
 * table code is wanted first.
 */
export function openHub(heard, lost, barred) {
  return new Promise((resolve, reject) => {
    const events = new EventSource(wire());
    let id = null;
    const end = async () => events.close();
    const write = async (bytes) => {
      const headers = { 'content-type': 'application/octet-stream' };
      if (key) headers.authorization = `Bearer ${key}`;
      const answer = await fetch(wire(`/${encodeURIComponent(id)}`), { method: 'POST', headers, body: bytes });
      if (answer.status === 401 || answer.status === 403) barred();
      else if (!answer.ok) throw new Error(String(answer.status));
    };
    events.addEventListener('open', ({ data }) => {
      // A stream that the browser opened anew is another connection.
      if (id != null) return;
      if (data == null) return;
      id = data;
      resolve({ write, end });
    });
    events.addEventListener('bytes', ({ data }) => heard(Uint8Array.from(atob(data), (one) => one.charCodeAt(0))));
    events.addEventListener('error', () => {
      events.close();
      if (id == null) reject(new Error('wire'));
      else lost();
    });
  });
}
