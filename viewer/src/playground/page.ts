/** The playground: files are dropped, checked, fixed, converted and shown, and never leave the browser. */

import { el } from "../dom.ts";
import { type Dropped, filesOf, takeDrops } from "../dropping.ts";
import type { Reply, Tasks } from "./tasks.ts";

const FORMATS = ["sdformat", "urdf", "mjcf", "skel", "dmd"] as const;
const ENDINGS: Record<(typeof FORMATS)[number], string> = { sdformat: ".sdf", urdf: ".urdf", mjcf: ".xml", skel: ".skel", dmd: ".dmd.yaml" };

interface Diagnostic {
  code: string;
  severity: string;
  message: string;
  file: string;
  line: number;
  hint: string | null;
  fix?: { title: string };
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** Hands tasks to the worker, one after the other. */
class Python {
  private readonly worker = new Worker("playground_worker.mjs", { type: "module" });
  private readonly waiting = new Map<number, { done: (answer: unknown) => void; failed: (error: Error) => void }>();
  private next = 0;

  constructor(say: (text: string) => void) {
    this.worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if ("status" in data) {
        say(data.status);
        return;
      }
      const task = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("error" in data) task?.failed(new Error(data.error));
      else task?.done(data.answer);
    });
    this.worker.addEventListener("error", () => say("Python cannot be loaded: the playground has to be served with what it needs."));
  }

  ask<K extends keyof Tasks>(task: K, given: Omit<Tasks[K], "answer">): Promise<Tasks[K]["answer"]> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { done: (answer) => resolve(answer as Tasks[K]["answer"]), failed: reject });
      this.worker.postMessage({ id, task, ...given });
    });
  }
}

class Playground {
  private readonly status = element("status");
  private readonly documents = element("documents") as HTMLSelectElement;
  private readonly format = element("format") as HTMLSelectElement;
  private readonly findings = element("findings");
  private readonly view = element("view") as HTMLIFrameElement;
  private readonly python = new Python((text) => (this.status.textContent = text));
  private running: Promise<void> = Promise.resolve();

  constructor() {
    const take = (files: Dropped[]): void => this.run(() => this.place(files));
    const field = element("files") as HTMLInputElement;
    element("open").addEventListener("click", () => field.click());
    field.addEventListener("change", () => {
      if (field.files !== null) void filesOf(field.files).then(take);
      field.value = "";
    });
    takeDrops((on) => document.body.classList.toggle("dropping", on), take, (reason) => (this.status.textContent = reason));
    this.format.append(...FORMATS.map((name) => el("option", { value: name, text: name })));
    this.documents.addEventListener("change", () => this.run(() => this.show()));
    element("fix").addEventListener("click", () => this.run(() => this.fix()));
    element("convert").addEventListener("click", () => this.run(() => this.convert()));
    element("download").addEventListener("click", () => this.run(() => this.download()));
  }

  /** One task after the other; what goes wrong is told. */
  private run(task: () => Promise<void>): void {
    document.body.classList.add("busy");
    this.running = this.running
      .then(task)
      .catch((error: unknown) => {
        this.status.textContent = error instanceof Error ? error.message : String(error);
      })
      .finally(() => document.body.classList.remove("busy"));
  }

  private async place(files: Dropped[]): Promise<void> {
    const { documents, problem } = await this.python.ask("place", { files });
    this.status.textContent = problem;
    if (documents.length === 0) return;
    this.documents.prepend(...documents.map((path) => el("option", { value: path, text: path.split("/").slice(3).join("/") })));
    this.documents.value = documents[0];
    document.body.classList.add("open");
    await this.show();
  }

  private async show(): Promise<void> {
    const path = this.documents.value;
    const [checked, page] = await Promise.all([
      this.python.ask("call", { words: ["check", "--isolated", "--no-cache", "--format", "json", path] }),
      this.python.ask("call", { words: ["view", "--isolated", path, "-o", "-"] }),
    ]);
    this.view.srcdoc = page.out;
    const rows = (JSON.parse(checked.out) as { diagnostics: Diagnostic[] }[]).flatMap(({ diagnostics }) => diagnostics);
    const items = rows.map(({ code, severity, message, file, line, hint, fix }) =>
      el("li", { class: severity }, el("b", { text: code }), el("span", { class: "place", text: `${file.split("/").pop() ?? ""}:${line}` }),
        el("span", { text: message }), hint !== null && el("span", { class: "quiet", text: hint }), fix !== undefined && el("span", { class: "quiet", text: `fix: ${fix.title}` })),
    );
    this.findings.replaceChildren(...(items.length > 0 ? items : [el("li", { class: "quiet", text: "Nothing was found." })]));
  }

  private async fix(): Promise<void> {
    const done = await this.python.ask("call", { words: ["check", "--isolated", "--no-cache", "--fix", this.documents.value] });
    await this.show();
    this.status.textContent = done.err.trim().split("\n").pop() ?? "";
  }

  private async convert(): Promise<void> {
    const path = this.documents.value;
    const format = this.format.value as (typeof FORMATS)[number];
    const made = await this.python.ask("call", { words: ["convert", "--isolated", "--to", format, path] });
    if (made.out === "") throw new Error(made.err);
    const name = (path.split("/").pop() ?? "robot").replace(/(\.urdf|\.sdf)?\.\w+$/, "") + ENDINGS[format];
    const bytes = new TextEncoder().encode(made.out);
    save(name, bytes);
    await this.place([{ path: name, bytes }]);
    this.status.textContent = made.err.trim();
  }

  private async download(): Promise<void> {
    save("files.zip", await this.python.ask("pack", { document: this.documents.value }));
  }
}

function save(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([bytes]));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

new Playground();
