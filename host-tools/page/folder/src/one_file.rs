//! Page as one file that opens from a disk: modules, styles, typeface and WebAssembly in
//! one HTML document.
//!
//! A browser loads no modules and no workers from `file:`. So every module becomes a blob
//! with a name in an import map, which also serves modules that import each other, and
//! the worker becomes one blob with its bindings and the compressed WebAssembly.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Files that the worker is made of.
const WORKER: &str = "worker.js";
const BINDINGS: &str = "play.js";
const MODULE: &str = "play_bg.wasm";

/// Module of the line to a real ring, which the page itself loads.
const LINE: &str = "line_bg.wasm";

/// Line of the worker that imports its bindings, and the end of the bindings.
const IMPORT: &str = "import init, { Play, cards, version } from './play.js';";
const EXPORT: &str = "export { initSync, __wbg_init as default };";

/// Script that gives every module a name, and starts the first.
const START: &str = r#"
const address = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
globalThis.dohyoParts = { worker: address(parts['worker.js']), line };
const imports = Object.fromEntries(Object.entries(parts).map(([path, text]) => [`dohyo/${path}`, address(text)]));
const add = (type, text) => {
  const script = document.createElement('script');
  script.type = type;
  script.textContent = text;
  document.head.append(script);
};
add('importmap', JSON.stringify({ imports }));
add('module', "import 'dohyo/main.js';");
"#;

/// Rules for what the one file may load: nothing but itself.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; \
style-src 'unsafe-inline'; img-src data: blob:; font-src data:; worker-src blob:; \
base-uri 'none'; form-action 'none'";

/// Writes the page of a folder as one file, and returns its size in bytes.
pub fn write(folder: &Path, to: &Path) -> Result<u64, String> {
    let mut parts = BTreeMap::new();
    modules(folder, "", &mut parts)?;
    let bindings = parts.remove(BINDINGS).ok_or("the page has no bindings")?;
    parts.insert(WORKER.into(), worker(folder, &bindings)?);
    let icon = data_address(&folder.join("icon.svg"), "image/svg+xml")?;
    for text in parts.values_mut() {
        *text = text.replace("'icon.svg'", &format!("'{icon}'"));
    }
    let parts = serde_json::to_string(&parts)
        .map_err(|error| format!("the page has strange text: {error}"))?
        .replace("</", "<\\/");
    let page = page(folder, &icon, &parts, &packed(&folder.join(LINE))?)?;
    fs::write(to, &page)
        .map_err(|error| format!("cannot write {}: {error}; give another path", to.display()))?;
    Ok(page.len() as u64)
}

/// The document: that of the folder, with everything in it that it would load.
fn page(folder: &Path, icon: &str, parts: &str, line_module: &str) -> Result<String, String> {
    let mut page = String::new();
    for line in read(&folder.join("index.html"))?.lines() {
        if line.contains("http-equiv=\"Content-Security-Policy\"") {
            page +=
                &format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n");
        } else if line.contains("rel=\"icon\"") {
            page += &format!("<link rel=\"icon\" href=\"{icon}\">\n");
        } else if line.contains("rel=\"preload\"") {
            // The typeface is in the styles.
        } else if let Some(path) = quoted(line, "rel=\"stylesheet\" href=\"") {
            page += &format!("<style>\n{}</style>\n", style(folder, path)?);
        } else if line.starts_with("<script type=\"module\"") {
            page += &format!(
                "<script>\nconst parts = {parts};\nconst line = '{line_module}';{START}</script>\n"
            );
        } else {
            page += line;
            page.push('\n');
        }
    }
    Ok(page)
}

/// Text between a mark and the next quotation mark.
fn quoted<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    line.split_once(mark)?.1.split('"').next()
}

/// A style sheet with its typefaces in it.
fn style(folder: &Path, path: &str) -> Result<String, String> {
    let sheet = folder.join(path);
    let mut text = String::new();
    let whole = read(&sheet)?;
    let mut rest = whole.as_str();
    while let Some((before, after)) = rest.split_once("url(") {
        let (address, after) = after.split_once(')').unwrap_or((after, ""));
        let file = address.trim_matches(['\'', '"']);
        let file = sheet.parent().unwrap_or(folder).join(file);
        text += &format!("{before}url({})", data_address(&file, "font/woff2")?);
        rest = after;
    }
    Ok(text + rest)
}

/// Collects the modules below a folder, with imports by name.
fn modules(folder: &Path, prefix: &str, into: &mut BTreeMap<String, String>) -> Result<(), String> {
    let failed = |error| format!("cannot read {}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        if path.is_dir() {
            modules(&path, &format!("{prefix}{name}/"), into)?;
        } else if name.ends_with(".js") && name != "offline.js" {
            let text = read(&path)?;
            let text = match name {
                WORKER | BINDINGS => text,
                _ => by_name(&text, prefix),
            };
            into.insert(format!("{prefix}{name}"), text);
        }
    }
    Ok(())
}

/// Text of a module in the folder `prefix` that imports the others by their names.
fn by_name(text: &str, prefix: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let import = line
            .starts_with("import ")
            .then(|| line.rsplit_once(" from '"));
        match import.flatten() {
            Some((what, path)) => {
                let path = path.trim_end_matches("';");
                lines.push(format!("{what} from 'dohyo/{}';", resolve(prefix, path)));
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

/// Path of a module from the folder of another: `../dom.js` from `draw/` is `dom.js`.
fn resolve(prefix: &str, path: &str) -> String {
    let mut folders: Vec<&str> = prefix.split_terminator('/').collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                folders.pop();
            }
            part => folders.push(part),
        }
    }
    folders.join("/")
}

/// The worker as one text, with its bindings and the WebAssembly.
fn worker(folder: &Path, bindings: &str) -> Result<String, String> {
    let worker = read(&folder.join(WORKER))?;
    if !worker.contains(IMPORT) || !bindings.contains(EXPORT) {
        return Err(format!(
            "{WORKER} or {BINDINGS} is not as this tool knows them"
        ));
    }
    let module = packed(&folder.join(MODULE))?;
    let unpack = "const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));\n\
        globalThis.dohyoModule = new Response(new Blob([bytes]).stream()\
        .pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();";
    // From `file:` Chromium starts no worker that is a module.
    let worker = worker
        .replace(IMPORT, "const init = __wbg_init;")
        .replace("import.meta.url", "location.href");
    let bindings = bindings.replace(EXPORT, "").replace("\nexport ", "\n");
    Ok(format!(
        "'use strict';\n{{\nconst packed = '{module}';\n{unpack}\n}}\n{bindings}\n{{\n{worker}\n}}\n"
    ))
}

/// A file, compressed, as text.
fn packed(path: &Path) -> Result<String, String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let packed = (packed.write_all(&bytes(path)?))
        .and_then(|()| packed.finish())
        .map_err(|error| format!("cannot compress {}: {error}", path.display()))?;
    Ok(BASE64_STANDARD.encode(packed))
}

fn data_address(path: &Path, kind: &str) -> Result<String, String> {
    Ok(format!(
        "data:{kind};base64,{}",
        BASE64_STANDARD.encode(bytes(path)?)
    ))
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
