/** Python in a worker, with bodyplan. All that it loads is beside the page, and files that it is given stay in its memory. */

import type { Reply, Request } from "./tasks.ts";

interface Proxy {
  toJs(options: object): unknown;
  destroy(): void;
}

interface Pyodide {
  loadPackage(names: string[]): Promise<unknown>;
  runPython(text: string): unknown;
  globals: { get(name: string): (argument: unknown) => Proxy };
  toPy(value: unknown): unknown;
}

const START = `
import importlib
playground = importlib.import_module("bodyplan.cli.viewing.playground")
def place(request): return playground.place_files([(each["path"], bytes(each["bytes"])) for each in request["files"]])
def call(request): return playground.run_call(request["words"])
def pack(request): return playground.pack_folder(request["document"])
`;

const say = (reply: Reply): void => postMessage(reply);

async function started(): Promise<Pyodide> {
  say({ status: "Loading Python…" });
  const beside = (name: string): string => new URL(name, location.href).href;
  const { loadPyodide } = (await import(beside("pyodide/pyodide.mjs"))) as { loadPyodide: (options: object) => Promise<Pyodide> };
  const python = await loadPyodide({ indexURL: beside("pyodide/") });
  say({ status: "Loading bodyplan…" });
  const wheels = (await (await fetch("wheels.json")).json()) as string[];
  await python.loadPackage(["lxml", "numpy", ...wheels.map((wheel) => (wheel.endsWith(".whl") ? beside(wheel) : wheel))]);
  python.runPython(START);
  say({ status: "" });
  return python;
}

const ready = started();

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  ready
    .then((python) => {
      const made = python.globals.get(data.task)(python.toPy(data));
      const answer = made.toJs({ dict_converter: Object.fromEntries });
      made.destroy();
      say({ id: data.id, answer });
    })
    .catch((error: unknown) => say({ id: data.id, error: error instanceof Error ? error.message : String(error) }));
});
