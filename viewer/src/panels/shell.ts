/** The frame around the picture: tabs, panels that open and close, buttons. */

const NARROW = "(max-width: 860px)";

/** Tabs as the pattern of ARIA has them: arrows go from one to the next. */
export function tabs(list: HTMLElement): (name: string) => void {
  const all = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
  const open = (tab: HTMLElement): void => {
    for (const other of all) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      const panel = document.getElementById(other.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !chosen;
    }
  };
  for (const tab of all) tab.addEventListener("click", () => open(tab));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    const next = all[(at + step + all.length) % all.length];
    open(next);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  return (name) => {
    const tab = all.find((one) => one.getAttribute("aria-controls") === name);
    if (tab) open(tab);
  };
}

/** A panel at a side, and the button that shows and hides it; on a narrow screen both begin hidden and only one is open. */
export class Side {
  private static readonly sides: Side[] = [];

  constructor(
    private readonly name: "left" | "right",
    private readonly button: HTMLElement,
    /** Told whenever it is opened or closed. */
    private readonly changed: (open: boolean) => void = () => undefined,
  ) {
    Side.sides.push(this);
    this.open(!matchMedia(NARROW).matches);
    button.addEventListener("click", () => this.toggle());
    matchMedia(NARROW).addEventListener("change", (event) => this.open(!event.matches));
  }

  get isOpen(): boolean {
    return !document.body.classList.contains(`no-${this.name}`);
  }

  open(on: boolean): void {
    if (on && matchMedia(NARROW).matches) for (const side of Side.sides) if (side !== this) side.open(false);
    document.body.classList.toggle(`no-${this.name}`, !on);
    this.button.setAttribute("aria-expanded", String(on));
    this.changed(on);
  }

  toggle(): void {
    this.open(!this.isOpen);
  }
}
