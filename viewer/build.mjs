// Builds bundle/: `node build.mjs`; with --check it says what differs from what is there, and writes nothing.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
// in ASCII: Python keeps and joins such a text in a half of the memory
const shared = { bundle: true, minify: true, write: false, charset: "ascii", legalComments: "none", absWorkingDir: here };

/** Shaders of the materials that the page draws with; those of all others are left out of three. */
const SHADERS = ["meshphong", "meshphysical", "meshbasic", "depth", "shadow"].flatMap((name) => [`${name}_vert`, `${name}_frag`]);

/** Shaders are texts, which minifying leaves alone: indents, comments and those that are never used go. */
const leanShaders = {
  name: "lean shaders",
  setup({ onLoad }) {
    onLoad({ filter: /three[\\/]build[\\/]three\.module\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const texts = new Map();
      for (const [, name, literal] of text.matchAll(/^(?:var|const) ([\w$]+) = ("(?:[^"\\\n]|\\.)*");$/gm)) {
        texts.set(name, JSON.parse(literal));
      }
      const table = /^const ShaderChunk = \{([^}]*)\};$/m.exec(text);
      if (!table) throw new Error("three keeps its shaders in another form");
      const variables = new Map();
      for (const [, chunk, variable] of table[1].matchAll(/(\w+): ([\w$]+)/g)) variables.set(chunk, variable);
      const used = new Set();
      const use = (chunk) => {
        const variable = variables.get(chunk);
        if (!texts.has(variable)) throw new Error(`three has no shader ${chunk}`);
        if (used.has(variable)) return;
        used.add(variable);
        for (const [, other] of texts.get(variable).matchAll(/#include <(\w+)>/g)) use(other);
      };
      SHADERS.forEach(use);
      for (const [, chunk] of text.matchAll(/ShaderChunk\[ *["'](\w+)["'] *\]/g)) use(chunk); // by the renderer itself
      const contents = text.replace(/^(var|const) ([\w$]+) = ("(?:[^"\\\n]|\\.)*");$/gm, (found, keyword, name) => {
        if (![...variables.values()].includes(name)) return found;
        return `${keyword} ${name} = ${JSON.stringify(used.has(name) ? lean(texts.get(name)) : "")};`;
      });
      return { contents, loader: "js" };
    });
  },
};

function lean(shader) {
  const lines = shader.split("\n").map((line) => line.replace(/\/\/.*/, "").trim());
  return lines.filter((line) => line !== "").join("\n");
}

const page = await build({
  ...shared,
  plugins: [leanShaders],
  entryPoints: ["src/main.ts"],
  format: "iife",
  target: ["es2022"],
  metafile: true,
  inject: ["src/notes.ts"],
  define: {
    "console.warn": "consoleWarn",
    "console.error": "consoleError",
    "console.debug": "consoleDebug",
    "console.log": "consoleLog",
  },
});
const style = await build({ ...shared, entryPoints: ["src/page.css"] });
const kinematics = await build({
  ...shared,
  entryPoints: ["src/kinematics/command.ts"],
  format: "esm",
  platform: "node",
  target: ["node18"],
});

const playground = await build({ ...shared, entryPoints: ["src/playground/page.ts"], format: "iife", target: ["es2022"] });
const playgroundStyle = await build({ ...shared, entryPoints: ["src/playground/page.css"] });
const playgroundWorker = await build({ ...shared, entryPoints: ["src/playground/worker.ts"], format: "esm", target: ["es2022"] });

const hash = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
const script = page.outputFiles[0].text.trim();
const css = style.outputFiles[0].text.trim();
if (/<\/script|<!--/i.test(script)) throw new Error("the script would end its own element");

const ownScript = playground.outputFiles[0].text.trim();
const ownStyle = playgroundStyle.outputFiles[0].text.trim();
const holes = {
  SCRIPT: script, STYLE: css, SCRIPT_HASH: hash(script), STYLE_HASH: hash(css),
  PLAYGROUND: ownScript, PLAYGROUND_STYLE: ownStyle, PLAYGROUND_HASH: hash(ownScript), PLAYGROUND_STYLE_HASH: hash(ownStyle),
};
const filled = (name) => readFileSync(join(here, name), "utf8").replace(/\{\{([A-Z_]+)\}\}/g, (_, hole) => holes[hole]);

/** Draco's decoder, for pages whose meshes need it: as three has it, the smaller of two, which decodes all that is put into a page. */
const decoder = join(here, "node_modules/three/examples/jsm/libs/draco/gltf");
const wrapper = readFileSync(join(decoder, "draco_wasm_wrapper.js"), "utf8").trim();
if (/<\/script|<!--/i.test(wrapper)) throw new Error("the decoder would end its own element");

const made = {
  "draco.js": wrapper,
  "draco.wasm": readFileSync(join(decoder, "draco_decoder.wasm")),
  "page.html": filled("src/page.html"),
  "playground.html": filled("src/playground/page.html"),
  "playground_worker.mjs": playgroundWorker.outputFiles[0].text,
  "kinematics.mjs": kinematics.outputFiles[0].text,
  "LICENSES.txt": licences(Object.keys(page.metafile.inputs)),
};

const folder = join(here, "bundle");
if (process.argv.includes("--check")) {
  const stale = Object.entries(made).filter(([name, text]) => {
    const path = join(folder, name);
    return !existsSync(path) || !readFileSync(path).equals(Buffer.from(text));
  });
  for (const [name] of stale) process.stderr.write(`bundle/${name} is not what its sources give: nox -s viewer\n`);
  process.exit(stale.length > 0 ? 1 : 0);
}
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(made)) {
  writeFileSync(join(folder, name), text);
  process.stdout.write(`bundle/${name}: ${Buffer.byteLength(text)} bytes\n`);
}

/** The licences of all packages of which something is in the page, and of code that these took over with its own notice. */
function licences(inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input);
    if (found) packages.add(found[1]);
  }
  const parts = [...packages].sort().map((name) => {
    const root = join(here, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const file = readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence beside it`);
    return `${name} ${version}\n\n${readFileSync(join(root, file), "utf8").trim()}\n`;
  });
  parts.push("draco.js and draco.wasm: Draco, copyright The Draco Authors, Apache License, Version 2.0\n");
  return `page.html holds parts of:\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
