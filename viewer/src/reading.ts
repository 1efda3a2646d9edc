/** The scene out of its text. */

import type { Doc, SceneFile } from "./format.ts";

export function requireScene(text: string): SceneFile {
  const scene = JSON.parse(text) as Partial<SceneFile> | null;
  if (scene?.format !== "bodyplan-scene") throw new Error("this is no scene of bodyplan");
  if ((scene.version as number) !== 1) throw new Error(`scenes of version ${scene.version ?? "?"} are not known here`);
  if (!Array.isArray(scene.documents) || scene.documents.length === 0) throw new Error("the scene has no document");
  const found = scene as SceneFile;
  for (const { documents } of [found, ...(found.tabs ?? [])]) {
    for (const doc of documents) for (const world of [doc, ...(doc.others ?? [])]) takePictures(world);
  }
  return found;
}

/** Puts pictures that a document has once in the place of their numbers. */
function takePictures({ pictures = [], materials, meshes }: Doc): void {
  const address = (text: string): string => (text.startsWith("picture:") ? (pictures.at(Number(text.slice(8))) ?? text) : text);
  for (const material of materials) if (material.texture !== null) material.texture = address(material.texture);
  for (const { textures } of meshes) for (const [name, text] of Object.entries(textures)) textures[name] = address(text);
}
