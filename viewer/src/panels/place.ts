/** Where something is written; it opens there in an editor, if there is one. */

import type { App } from "../app/app.ts";
import { el } from "../dom.ts";
import { type Place, placeText, shortPlace } from "../format.ts";

/** Null where nothing is known of the place. */
export function placeElement(app: App, doc: number, place: Place, column = 0): HTMLElement | null {
  const written = shortPlace(app.scene.documents[doc], place);
  if (place === null || written === "") return null;
  const text = column > 0 ? `${written}:${column}` : written;
  const whole = placeText(app.scene.documents[doc], place);
  const { editor } = app;
  if (editor === null) return el("span", { class: "place", title: whole, text });
  const title = `Open ${whole} in the editor`;
  return el("button", { type: "button", class: "place", title, text, on: { click: () => editor(doc, place, column) } });
}
