/** Elements of the page. Texts come from documents, so they only ever become text nodes. */

type Child = Node | string | null | undefined | false;

type Handlers = Partial<Record<string, (event: Event) => void>>;

interface Attributes {
  class?: string;
  on?: Handlers;
  [attribute: string]: string | number | boolean | null | undefined | Handlers;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false || typeof value === "object") continue;
    if (name === "text") element.textContent = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  listen(element, attributes.on ?? {});
  for (const child of children) if (child) element.append(child);
  return element;
}

function listen(element: HTMLElement, handlers: Handlers): void {
  for (const [type, handler] of Object.entries(handlers)) if (handler) element.addEventListener(type, handler);
}

/** Path of an icon on a field of 16 by 16, drawn as a line. */
const ICONS = {
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  theme: "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",
  help: "M6 6a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1V10M8 12.4v.1",
  tree: "M3 3h4M3 3v10h4M3 8h4M9 3h4M9 8h4M9 13h4",
  sliders: "M2 5h7M12 5h2M2 11h2M7 11h7M10.5 3.5v3M5.5 9.5v3",
  open: "M2 13V3h4l1.500 2H14v8zM8 7v4M6 9l2-2 2 2",
  share: "M8 10V2M5 5l3-3 3 3M3 8v6h10V8",
  close: "M4 4l8 8M12 4l-8 8",
  view: "M8 2l5.5 3v6L8 14l-5.5-3V5zM8 8l5.5-3M8 8v6M8 8L2.500 5",
} as const;

export type Icon = keyof typeof ICONS;

export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A number as people write it: a few digits that count, no noise such as 5.551e-17. */
export function number(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (Math.abs(value) < 1e-9) return "0";
  const text = Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4 ? value.toExponential(2) : value.toPrecision(digits);
  return text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text;
}

export function vector(values: readonly (number | null)[], digits = 4): string {
  return values.map((value) => number(value, digits)).join("  ");
}
