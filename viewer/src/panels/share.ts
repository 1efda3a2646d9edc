/** What can be given to others: links, frames for other pages, pictures. */

import { addressOf } from "../app/address.ts";
import type { App } from "../app/app.ts";
import { filmed, picture, recorded, type Recording } from "../app/recording.ts";
import { el } from "../dom.ts";
import { FILMS } from "../images/webm.ts";
import { openMenu, type Entry } from "./menu.ts";

const MILLISECONDS = 2500;

export class Share {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly app: App,
    button: HTMLElement,
    private readonly status: HTMLElement,
  ) {
    button.addEventListener("click", () => {
      const { left, bottom } = button.getBoundingClientRect();
      openMenu("Share", this.entries(), { x: left, y: bottom + 2 }, button);
    });
  }

  private entries(): Entry[] {
    const entries: Entry[] = [
      { text: "Copy link", key: "l", run: () => this.copyLink() },
      { text: "Copy frame for a web page", run: () => this.copy(this.frame(), "The frame is copied") },
      { text: "Save PNG", key: "s", run: () => this.savePicture() },
    ];
    const joint = this.joint();
    for (const kind of FILMS ? (["GIF", "WebM"] as const) : (["GIF"] as const)) {
      entries.push({ text: `Save ${kind} of a turntable`, run: () => this.saveMoving(kind, { turntable: true }) });
      if (joint === null) continue;
      entries.push({ text: `Save ${kind} of ${joint} moving`, run: () => this.saveMoving(kind, { sweep: [joint] }) });
    }
    return entries;
  }

  /** The coordinate of the selected link that can be moved, or the only one that there is. */
  private joint(): string | null {
    const free = this.app.rows.filter((row) => !row.driven);
    const selected = this.app.selectedLink();
    if (selected === null) return free.length === 1 ? free[0].label : null;
    const { doc } = this.app.views[selected.doc];
    const own = doc.links[selected.link].joint;
    return free.find(({ indices }) => own !== null && doc.coordinates[indices[selected.doc] ?? -1]?.joint === own)?.label ?? null;
  }

  copyLink(): void {
    const [page] = location.href.split("#");
    this.copy(`${page}#${addressOf(this.app, location.hash)}`, "The link is copied");
  }

  private frame(): string {
    const name = (location.pathname.split("/").pop() ?? "") || "index.html";
    const made = el("iframe", {
      src: `${name}#${addressOf(this.app, location.hash)}`, width: "800", height: "600", loading: "lazy",
      title: this.app.scene.title, style: "border: 0",
    });
    return new XMLSerializer().serializeToString(made).replace(' xmlns="http://www.w3.org/1999/xhtml"', "");
  }

  private copy(text: string, done: string): void {
    const said = (): void => this.say(done);
    const by = navigator.clipboard as Clipboard | undefined;
    const failed = (): void => {
      if (copied(text)) said();
      else this.say("The browser does not let this page copy");
    };
    if (by === undefined) failed();
    else by.writeText(text).then(said, failed);
  }

  savePicture(): void {
    picture(this.app).toBlob((blob) => {
      if (blob !== null) this.save(blob, "png");
    });
  }

  private saveMoving(kind: "GIF" | "WebM", recording: Recording): void {
    this.app.busy = true;
    const [made, type] = kind === "GIF" ? ([recorded, "image/gif"] as const) : ([filmed, "video/webm"] as const);
    made(this.app, recording, (part) => this.say(`Recording, ${Math.round(part * 100)} %`))
      .then((bytes) => this.save(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), kind.toLowerCase()))
      .catch((error: unknown) => this.say(error instanceof Error ? error.message : String(error)))
      .finally(() => (this.app.busy = false));
  }

  private save(blob: Blob, ending: string): void {
    const name = this.app.scene.title.replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}._-]+/gu, "-") || "robot";
    const url = URL.createObjectURL(blob);
    el("a", { href: url, download: `${name}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    this.say(`${name}.${ending} is saved`);
  }

  private say(text: string): void {
    clearTimeout(this.timer);
    this.status.textContent = text;
    this.timer = setTimeout(() => (this.status.textContent = ""), MILLISECONDS);
  }
}

/** The way of old, for pages that may not use the clipboard otherwise. */
function copied(text: string): boolean {
  const field = el("textarea", { "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
