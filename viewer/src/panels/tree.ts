/** The tree of links and joints, with search. Only the rows in sight are elements, so that thousands cost nothing. */

import type { App } from "../app/app.ts";
import { el } from "../dom.ts";
import type { LinkMenu } from "./link_menu.ts";
import { type Node, rowsOf, visibleRows } from "./tree_rows.ts";

const ROW = 26;
const MANY = 600;

export class TreePanel {
  readonly search = el("input", {
    type: "search", placeholder: "Search links and joints", "aria-label": "Search links and joints", spellcheck: "false",
    autocomplete: "off",
  });
  private readonly count = el("span", { class: "quiet count", role: "status" });
  private readonly sheet = el("div", { class: "tree-sheet" });
  private readonly list = el(
    "div",
    { class: "tree", role: "tree", tabindex: "0", "aria-label": "Links and joints" },
    this.sheet,
  );
  private nodes: Node[] = [];
  private rows: Node[] = [];
  private closed = new Set<number>();
  private active = 0;
  /** Set while a selection comes from here, so that it doesn't scroll the list. */
  private own = false;

  constructor(
    private readonly app: App,
    root: HTMLElement,
    private readonly menu: LinkMenu,
  ) {
    root.append(el("div", { class: "search" }, this.search, this.count), this.list);
    this.search.addEventListener("input", () => this.refresh());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.search.value !== "") {
        this.search.value = "";
        this.refresh();
        event.stopPropagation();
      } else if (event.key === "ArrowDown" || event.key === "Enter") {
        this.list.focus();
        this.activate(this.rows.findIndex((row) => this.matches(row)));
        if (event.key === "Enter") this.choose(true);
        event.preventDefault();
      }
    });
    this.list.addEventListener("scroll", () => this.draw());
    this.list.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.list);
    app.onScene.on(() => this.rebuild());
    app.onSelect.on(() => this.follow());
    app.onLayers.on(() => this.draw());
  }

  private rebuild(): void {
    this.nodes = rowsOf(this.app.scene.documents);
    this.closed = new Set();
    if (this.nodes.length > MANY) {
      for (const node of this.nodes) if (node.children.length > 0 && node.level >= 1) this.closed.add(node.id);
    }
    this.active = 0;
    this.refresh();
    this.follow();
  }

  private matches(node: Node): boolean {
    return this.search.value.toLowerCase().split(/\s+/).every((word) => node.words.includes(word));
  }

  private refresh(): void {
    this.rows = visibleRows(this.nodes, this.closed, this.search.value);
    this.sheet.style.height = `${this.rows.length * ROW}px`;
    this.active = Math.min(this.active, Math.max(this.rows.length - 1, 0));
    const links = this.nodes.filter((node) => node.target?.kind === "link").length;
    const found = this.search.value === "" ? links : this.rows.filter((node) => node.target && this.matches(node)).length;
    this.count.textContent = this.search.value === "" ? `${links}` : `${found} of ${links}`;
    this.draw();
  }

  private draw(): void {
    const height = this.list.clientHeight;
    // a list that has become shorter is scrolled back only later
    const top = Math.min(this.list.scrollTop, Math.max(0, this.rows.length * ROW - height));
    const first = Math.max(0, Math.floor(top / ROW) - 4);
    const last = Math.min(this.rows.length, Math.ceil((top + height) / ROW) + 4);
    const selected = this.selectedNode();
    this.sheet.replaceChildren(...this.rows.slice(first, last).map((node, i) => this.row(node, first + i, node === selected)));
    const current = this.rows[this.active] as Node | undefined;
    if (current) this.list.setAttribute("aria-activedescendant", `row-${current.id}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  private row(node: Node, position: number, selected: boolean): HTMLElement {
    const open = this.search.value !== "" || !this.closed.has(node.id);
    const branch = node.children.length > 0;
    const seen = node.target?.kind === "link" ? this.app.seen(node.doc, node.target.link) : 1;
    const classes = ["row", seen === 0 ? "unseen" : seen < 1 ? "faded" : "", selected ? "selected" : "", position === this.active ? "active" : "", node.target ? "" : "group"];
    const element = el(
      "div",
      {
        class: classes.filter(Boolean).join(" "), role: "treeitem", id: `row-${node.id}`, title: node.title,
        "aria-level": node.level + 1, "aria-selected": String(selected), "aria-expanded": branch ? String(open) : undefined,
        "aria-label": node.aside === "" ? node.label : `${node.label}, joint ${node.aside}`,
        "aria-posinset": (node.parent?.children.indexOf(node) ?? 0) + 1, "aria-setsize": node.parent?.children.length ?? 1,
      },
      el("span", { class: branch ? (open ? "twist open" : "twist") : "twist leaf" }),
      node.badge !== "" && el("span", { class: "badge", text: node.badge }),
      el("span", { class: "label", text: node.label }),
      node.aside !== "" && el("span", { class: "aside", text: node.aside }),
      node.what !== null && el("span", { class: `dot ${node.what}`, title: node.what }),
      node.finding !== null && el("span", { class: `dot ${node.finding}`, title: node.finding }),
    );
    element.style.top = `${position * ROW}px`;
    element.style.paddingLeft = `${6 + Math.min(node.level, 16) * 9}px`;
    element.addEventListener("click", (event) => {
      this.active = position;
      const onTwist = (event.target as HTMLElement).classList.contains("twist");
      if (branch && (onTwist || node.target === null)) this.fold(node, open);
      else this.choose(false);
    });
    element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.active = position;
      this.choose(false);
      this.menu.open({ x: event.clientX, y: event.clientY }, this.list);
    });
    element.addEventListener("dblclick", () => this.app.focus());
    return element;
  }

  private fold(node: Node, close: boolean): void {
    if (close) this.closed.add(node.id);
    else this.closed.delete(node.id);
    this.refresh();
  }

  private choose(focus: boolean): void {
    const node = this.rows[this.active] as Node | undefined;
    if (!node?.target) return;
    this.own = true;
    this.app.select({ doc: node.doc, target: node.target }, focus);
    this.own = false;
  }

  private key(event: KeyboardEvent): void {
    const node = this.rows[this.active] as Node | undefined;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 }[event.key];
    if (step !== undefined) this.activate(this.active + step);
    else if (event.key === "Home") this.activate(0);
    else if (event.key === "End") this.activate(this.rows.length - 1);
    else if (event.key === "Enter" || event.key === " ") {
      if (node && node.target === null) this.fold(node, !this.closed.has(node.id));
      else this.choose(event.key === "Enter");
    } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      this.choose(false);
      const { left, top } = this.list.getBoundingClientRect();
      this.menu.open({ x: left + 40, y: top + this.active * ROW - this.list.scrollTop + ROW }, this.list);
    } else if (event.key === "ArrowRight" && node) {
      if (this.closed.has(node.id)) this.fold(node, false);
      else if (node.children.length > 0) this.activate(this.active + 1);
    } else if (event.key === "ArrowLeft" && node) {
      if (node.children.length > 0 && !this.closed.has(node.id)) this.fold(node, true);
      else if (node.parent) this.activate(this.rows.indexOf(node.parent));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private activate(index: number): void {
    this.active = Math.min(Math.max(index, 0), Math.max(this.rows.length - 1, 0));
    this.reveal(this.active);
    this.draw();
  }

  private reveal(index: number): void {
    const top = index * ROW;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    else if (top + ROW > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top + ROW - this.list.clientHeight;
    }
  }

  private selectedNode(): Node | undefined {
    const selected = this.app.selectedLink();
    if (selected === null) return undefined;
    return this.nodes.find(
      (node) => node.doc === selected.doc && node.target?.kind === "link" && node.target.link === selected.link,
    );
  }

  /** Shows the row of what was selected elsewhere. */
  private follow(): void {
    const node = this.selectedNode();
    if (node && !this.own) {
      for (let above = node.parent; above !== null; above = above.parent) this.closed.delete(above.id);
      this.rows = visibleRows(this.nodes, this.closed, this.search.value);
      this.sheet.style.height = `${this.rows.length * ROW}px`;
      const index = this.rows.indexOf(node);
      if (index >= 0) {
        this.active = index;
        this.reveal(index);
      }
    }
    this.draw();
  }
}
