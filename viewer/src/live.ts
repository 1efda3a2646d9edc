/** The live view: the server says when the scene has changed, and it is fetched anew. */

import type { App } from "./app/app.ts";
import { type Dropped, filesOf, takeDrops } from "./dropping.ts";
import { toBase64 } from "./meshes/bytes.ts";
import { requireScene } from "./reading.ts";

/** Which of the server's scenes was asked for last. */
let number = "";

/** The scene as it is now. */
export async function fetched(): Promise<string> {
  const answer = await fetch("scene.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  number = answer.headers.get("Scene-Number") ?? "";
  return answer.text();
}

/** `first`: settles when the page has its first scene. */
export function follow(app: App, state: HTMLElement, first: Promise<void>): void {
  const events = new EventSource("events");
  let running = first;
  const say = (text: string, lost: boolean): void => {
    state.textContent = text;
    state.classList.toggle("lost", lost);
  };
  const reload = async (): Promise<void> => {
    try {
      app.load(requireScene(await fetched()));
      await app.ready;
      say("live", false);
    } catch (error) {
      say(`not updated: ${error instanceof Error ? error.message : String(error)}`, true);
    }
  };
  events.addEventListener("open", () => say("live", false));
  events.addEventListener("error", () => say("the server is gone", true));
  events.addEventListener("scene", ({ data }: MessageEvent<string>) => {
    running = running.then(() => (data === number ? undefined : reload()));
  });
  events.addEventListener("editor", () => {
    app.editor = (document, { file, line }, column) => void post("open", { tab: app.tab, document, file, line, column });
    void running.then(() => app.onLoaded.emit());
  }, { once: true });
  const send = async (files: Dropped[]): Promise<void> => {
    const answer = await post("drop", { files: files.map(({ path, bytes }) => ({ path, data: toBase64(bytes) })) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    running = running.then(reload);
    await running;
    app.openTab(Number(text));
  };
  takeFiles(send, (text) => say(text, true));
  events.addEventListener("shared", () => shareSelection(app, events), { once: true });
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, { method: "POST", body: JSON.stringify(body) });
}

/** Takes files that are dropped on the page or chosen, and hands them on. */
function takeFiles(send: (files: Dropped[]) => Promise<void>, failed: (text: string) => void): void {
  const take = (files: Dropped[]): void => {
    if (files.length > 0) send(files).catch((error: unknown) => failed(error instanceof Error ? error.message.trim() : String(error)));
  };
  const button = document.getElementById("open");
  const field = document.getElementById("files") as HTMLInputElement | null;
  if (button === null || field === null) return;
  button.hidden = false;
  button.addEventListener("click", () => field.click());
  field.addEventListener("change", () => {
    if (field.files !== null) void filesOf(field.files).then(take);
    field.value = "";
  });
  takeDrops((on) => document.body.classList.toggle("dropping", on), take, failed);
}

/** Keeps the selected link the one that an editor's caret is in, and tells it when another is selected here. */
function shareSelection(app: App, events: EventSource): void {
  const linkNow = (): string => {
    const selected = app.selectedLink();
    return selected === null ? "" : JSON.stringify({ document: selected.doc, link: selected.link });
  };
  let shared = "";
  events.addEventListener("select", ({ data }: MessageEvent<string>) => {
    const { document, link } = JSON.parse(data) as { document: number; link: number };
    if (link >= (app.views[document]?.doc.links.length ?? 0)) return;
    shared = JSON.stringify({ document, link });
    if (app.tab === 0 && shared !== linkNow()) app.select({ doc: document, target: { kind: "link", link } });
  });
  app.onSelect.on(() => {
    const now = linkNow();
    if (app.tab !== 0 || now === shared) return;
    shared = now;
    if (now !== "") void fetch("select", { method: "POST", body: now }).catch(() => undefined); // the editor may be gone
  });
}
