/** Puts the page together. */

import { setConsoleFunction } from "three";
import { App } from "./app/app.ts";
import { type Options, optionsOf } from "./app/options.ts";
import { el, icon, type Icon } from "./dom.ts";
import { Keyboard } from "./keyboard.ts";
import { fetched, follow } from "./live.ts";
import { consoleWarn } from "./notes.ts";
import { Banner } from "./panels/banner.ts";
import { DetailsPanel } from "./panels/details.ts";
import { DocumentTabs } from "./panels/document_tabs.ts";
import { FindingsPanel } from "./panels/findings.ts";
import { LayersPanel } from "./panels/layers.ts";
import { LinkMenu } from "./panels/link_menu.ts";
import { MeasurePanel } from "./panels/measure.ts";
import { followAddress } from "./app/address.ts";
import { MotionPanel } from "./panels/motion.ts";
import { Share } from "./panels/share.ts";
import { Side, tabs } from "./panels/shell.ts";
import { TreePanel } from "./panels/tree.ts";
import { requireScene } from "./reading.ts";
import { type PageInterface, pageInterface } from "./testing.ts";
import { themed } from "./theme.ts";

declare global {
  interface Window {
    bodyplan: PageInterface;
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

const MOVED = 5;

function start(): void {
  const live = document.documentElement.dataset.live === "true";
  const options = optionsOf(location.hash);
  const app = new App(element("view") as HTMLCanvasElement, element("over") as HTMLCanvasElement, options, live);
  setConsoleFunction((_level: string, ...parts: unknown[]) => consoleWarn(...parts));
  if (options.plain) plain(app, options);

  const buttons: Record<string, Icon> = {
    "show-tree": "tree", views: "view", fit: "fit", theme: "theme", "show-help": "help", "show-side": "sliders", share: "share", open: "open",
  };
  for (const [id, name] of Object.entries(buttons)) element(id).append(icon(name));
  themed(app, element("theme"), options.theme);
  // the selection is shown over the picture while there is no panel for it
  const left = new Side("left", element("show-tree"), (open) => element(open ? "left" : "stage").append(element("details")));
  const right = new Side("right", element("show-side"));
  const openTab = tabs(document.querySelector<HTMLElement>("#right [role=tablist]") ?? document.body);

  const measuring = (doc: number, link: number): void => {
    right.open(true);
    openTab("measure");
    measure.start(doc, link);
  };
  const tree = new TreePanel(app, element("tree"), new LinkMenu(app, measuring));
  new MotionPanel(app, element("motion"));
  new LayersPanel(app, element("layers"), element("legend"));
  new FindingsPanel(app, element("findings"), element("tab-findings"));
  new DocumentTabs(app, element("documents"));
  new Banner(app, element("banner"), element("stage"), () => {
    right.open(true);
    openTab("findings");
  });
  const measure = new MeasurePanel(app, element("measure"));
  new DetailsPanel(app, element("details"), measuring);
  app.onSelect.on((selection) => {
    if (selection?.target.kind === "finding") openTab("findings");
  });
  app.onScene.on(() => {
    element("title").textContent = app.scene.title;
    document.title = app.scene.title;
    worlds(app, element("world") as HTMLSelectElement);
    element("title").title = app.scene.documents.flatMap((doc) => doc.files).join("\n");
  });

  const busy = element("busy");
  const share = new Share(app, element("share"), busy);
  const keyboard = new Keyboard(app, element("help") as HTMLDialogElement, {
    search: () => {
      left.open(true);
      tree.search.focus();
    },
    left: () => left.toggle(),
    right: () => right.toggle(),
    theme: () => element("theme").click(),
    link: () => share.copyLink(),
    picture: () => share.savePicture(),
  });
  element("show-help").addEventListener("click", () => keyboard.showHelp());
  element("views").addEventListener("click", () => keyboard.turn());
  element("fit").addEventListener("click", () => app.fit());
  clicks(app);

  const text = element("scene").textContent;
  busy.textContent = "Loading…";
  const ready = (text.trim() === "null" ? fetched() : Promise.resolve(text))
    .then(async (found) => {
      app.load(requireScene(found));
      if (app.scene.documents.some((doc) => doc.differences?.length)) openTab("findings"); // where these are
      await app.ready;
      busy.textContent = "";
      app.stage.draw();
    })
    .catch((error: unknown) => {
      const onDisk = location.protocol === "file:" && text.trim() === "null";
      busy.textContent = onDisk
        ? "A page on disk may read no files beside it: serve its folder, as python -m http.server does."
        : `This cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
    })
    .finally(() => {
      document.documentElement.dataset.ready = "true";
    });
  window.bodyplan = pageInterface(app, ready);
  if (!options.plain) void ready.then(() => followAddress(app));
  if (live) follow(app, element("state"), ready);
}

/** The choice between the worlds of a document. */
function worlds(app: App, choice: HTMLSelectElement): void {
  choice.hidden = app.worlds.length < 2;
  choice.replaceChildren(...app.worlds.map(({ world }) => el("option", { text: world ?? "", selected: world === app.scene.documents[0].world })));
  choice.onchange = () => app.enter(app.worlds[choice.selectedIndex].world ?? "");
}

/** Nothing but the picture, in just the size of the window. */
function plain(app: App, options: Options): void {
  document.body.classList.add("plain");
  app.stage.pacing.exact = true;
  const { background } = options;
  document.documentElement.style.background = background === null || background === "transparent" ? "transparent" : background;
  app.stage.resize();
}

/** A click selects; a drag does not. */
function clicks(app: App): void {
  const { canvas, controls } = app.stage;
  let down: { x: number; y: number } | null = null;
  canvas.addEventListener("pointerdown", (event) => {
    down = event.isPrimary && event.button === 0 ? { x: event.offsetX, y: event.offsetY } : null;
  });
  canvas.addEventListener("pointerup", (event) => {
    if (down !== null && Math.hypot(event.offsetX - down.x, event.offsetY - down.y) < MOVED) {
      app.pickAt(event.offsetX, event.offsetY);
    }
    down = null;
  });
  canvas.addEventListener("dblclick", () => app.focus());
  controls.addEventListener("start", () => (app.touched = true));
}

try {
  start();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  element("busy").textContent = /webgl/i.test(message)
    ? "This browser does not draw in three dimensions (WebGL is missing or switched off)."
    : `This page cannot start: ${message}`;
}
