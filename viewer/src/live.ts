/** The live view: the server says when the scene has changed, and it is fetched anew. */

import type { App } from "./app/app.ts";
import { requireScene } from "./reading.ts";

export function follow(app: App, state: HTMLElement): void {
  const events = new EventSource("/events");
  let running = Promise.resolve();
  const say = (text: string, lost: boolean): void => {
    state.textContent = text;
    state.classList.toggle("lost", lost);
  };
  const reload = async (): Promise<void> => {
    try {
      const answer = await fetch("/scene.json", { cache: "no-store" });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      app.load(requireScene(await answer.text()));
      await app.ready;
      say("live", false);
    } catch (error) {
      say(`not updated: ${error instanceof Error ? error.message : String(error)}`, true);
    }
  };
  events.addEventListener("open", () => say("live", false));
  events.addEventListener("error", () => say("the server is gone", true));
  events.addEventListener("scene", () => {
    running = running.then(reload);
  });
}
