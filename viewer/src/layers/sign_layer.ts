/** A layer that is made of signs at fixed places of links. */

import { Group, type Object3D } from "three";
import type { Stage } from "../stage/stage.ts";
import { Glyphs, type Glyph, type GlyphStyle } from "./glyphs.ts";
import type { Label, Layer, LayerId, Placed, Target } from "./layer.ts";

interface Sign extends Glyph {
  text: string;
  rank: number;
  target: Target;
}

export type { Sign };

export class SignLayer implements Layer {
  readonly object = new Group();
  private readonly sets: { glyphs: Glyphs; signs: Sign[] }[];

  constructor(
    readonly id: LayerId,
    sets: { style: GlyphStyle; signs: Sign[] }[],
  ) {
    this.sets = sets
      .filter(({ signs }) => signs.length > 0)
      .map(({ style, signs }) => ({ glyphs: new Glyphs(signs, style), signs }));
    for (const { glyphs } of this.sets) this.object.add(glyphs.mesh);
  }

  get empty(): boolean {
    return this.sets.length === 0;
  }

  place(placed: Placed): void {
    for (const { glyphs } of this.sets) glyphs.place(placed.matrices);
  }

  scale(stage: Stage): void {
    for (const { glyphs } of this.sets) glyphs.scale(stage);
  }

  labels(): Label[] {
    const labels: Label[] = [];
    for (const { glyphs, signs } of this.sets) {
      signs.forEach(({ text, rank }, i) => {
        if (text !== "") labels.push({ text, at: glyphs.at(i), rank });
      });
    }
    return labels;
  }

  target(object: Object3D, instance: number): Target | null {
    const set = this.sets.find(({ glyphs }) => glyphs.mesh === object);
    return set?.signs[instance]?.target ?? null;
  }

  dispose(): void {
    for (const { glyphs } of this.sets) glyphs.dispose();
    this.object.removeFromParent();
  }
}
