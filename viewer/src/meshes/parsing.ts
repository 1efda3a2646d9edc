/** Files of meshes to objects of three; all that they refer to has to be among their textures. */

import { Group, LoadingManager, Mesh as Drawn, MeshLambertMaterial, type Object3D } from "three";
import { ColladaLoader } from "three/examples/jsm/loaders/ColladaLoader.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { MTLLoader } from "three/examples/jsm/loaders/MTLLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";
import type { Mesh } from "../format.ts";

/** How long pictures may take to decode before the mesh is shown without them, ms. */
const PATIENCE = 4000;

/** Answers every address with a texture of that name, else with an empty one: nothing is fetched from elsewhere. */
export function localManager(mesh: Mesh): LoadingManager {
  const manager = new LoadingManager();
  const known = new Map(Object.entries(mesh.textures));
  const byEnd = new Map<string, string>();
  for (const [name, url] of known) byEnd.set(lastPart(name), url);
  manager.setURLModifier((url) => {
    if (url.startsWith("data:") || url.startsWith("blob:")) return url;
    const name = decodeURIComponent(url);
    return known.get(name) ?? byEnd.get(lastPart(name)) ?? "data:,";
  });
  return manager;
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Rejects where the file is not what its format says; resolves when its pictures are there, or cannot be had. */
export async function parsed(mesh: Mesh, bytes: ArrayBuffer): Promise<Object3D> {
  const manager = localManager(mesh);
  let pictures = 0;
  const decoded = new Promise<void>((resolve) => {
    manager.onStart = () => pictures++;
    manager.onLoad = resolve;
  });
  const object = await opened(mesh, bytes, manager);
  if (pictures > 0) await Promise.race([decoded, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return object;
}

async function opened(mesh: Mesh, bytes: ArrayBuffer, manager: LoadingManager): Promise<Object3D> {
  switch (mesh.format) {
    case "stl": {
      requireStl(bytes);
      const geometry = new STLLoader(manager).parse(bytes);
      const hasColors = (geometry as { hasColors?: boolean }).hasColors === true;
      return new Drawn(geometry, new MeshLambertMaterial({ name: "", vertexColors: hasColors }));
    }
    case "obj": {
      const loader = new OBJLoader(manager);
      if (mesh.mtl !== null) {
        const materials = new MTLLoader(manager).parse(mesh.mtl, "");
        materials.preload();
        loader.setMaterials(materials);
      }
      return loader.parse(text(bytes));
    }
    case "gltf":
    case "glb": {
      const { scene } = await new GLTFLoader(manager).parseAsync(mesh.format === "glb" ? bytes : text(bytes), "");
      scene.rotation.x = Math.PI / 2; // glTF has y up
      return new Group().add(scene);
    }
    case "dae": {
      const result = new ColladaLoader(manager).parse(text(bytes), "") as { scene: Object3D } | null;
      if (result === null) throw new Error("it is not well-formed XML");
      result.scene.rotation.set(0, 0, 0); // readers of robot descriptions leave up_axis aside
      return result.scene;
    }
    default:
      throw new Error(mesh.format === null ? "its format is not known" : `${mesh.format} files are not shown`);
  }
}

function text(bytes: ArrayBuffer): string {
  return new TextDecoder().decode(bytes);
}

/** The loader trusts the number of facets that a binary file states. */
function requireStl(bytes: ArrayBuffer): void {
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 300)).trimStart();
  if (start.startsWith("solid") && (start.includes("facet") || bytes.byteLength < 84)) return;
  if (bytes.byteLength < 84) throw new Error("the file ends in its head");
  const facets = new DataView(bytes).getUint32(80, true);
  if (84 + facets * 50 > bytes.byteLength) {
    throw new Error(`it says ${facets} facets and ends before them`);
  }
}
