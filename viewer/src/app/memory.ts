/** What stays as it is when a scene is replaced by another: coordinates and selection, by their names. */

import type { Selection } from "../layers/layer.ts";
import type { CoordinateRow } from "./coordinates.ts";
import type { DocumentView } from "./document_view.ts";

/** The parts of the app that hold coordinates and a selection. */
interface Session {
  rows: CoordinateRow[];
  views: DocumentView[];
  valueOf(row: CoordinateRow): number;
  selectedLink(): { doc: number; link: number } | null;
  select(selection: Selection | null): void;
}

interface Memory {
  values: Map<string, number>;
  doc: number;
  link: string | null;
}

export function remembered(app: Session): Memory {
  const values = new Map(app.rows.map((row) => [row.key, app.valueOf(row)] as const));
  const selected = app.selectedLink();
  const link = selected === null ? null : app.views[selected.doc].doc.links[selected.link].name;
  return { values, doc: selected?.doc ?? 0, link };
}

export function recall(app: Session, { values }: Memory): void {
  app.views.forEach((view, d) => {
    const targets = new Map<number, number>();
    for (const row of app.rows) {
      const value = values.get(row.key);
      const index = row.indices[d];
      if (value !== undefined && index !== null && !row.driven) targets.set(index, value);
    }
    view.configuration.move(targets);
    view.place();
  });
}

/** Selects what was selected, once panels show what there is now. */
export function reselect(app: Session, { doc, link }: Memory): void {
  const index = link === null ? -1 : (app.views.at(doc)?.linkNamed(link) ?? -1);
  app.select(index >= 0 ? { doc, target: { kind: "link", link: index } } : null);
}
