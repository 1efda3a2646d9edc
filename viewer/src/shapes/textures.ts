/** Pictures of materials. */

import { RepeatWrapping, SRGBColorSpace, type Texture, TextureLoader } from "three";

export class Textures {
  private readonly known = new Map<string, Promise<Texture | null>>();

  /** Null where there is no such picture. */
  get(url: string): Promise<Texture | null> {
    let promise = this.known.get(url);
    if (promise === undefined) {
      promise = new TextureLoader().loadAsync(url).then(
        (texture) => {
          texture.colorSpace = SRGBColorSpace;
          texture.wrapS = texture.wrapT = RepeatWrapping;
          return texture;
        },
        () => null,
      );
      this.known.set(url, promise);
    }
    return promise;
  }
}
