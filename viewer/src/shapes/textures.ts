/** Pictures of materials. */

import { LinearFilter, NearestFilter, RepeatWrapping, SRGBColorSpace, type Texture, TextureLoader, TextureSource } from "three";

/**
 * How large a picture is, at most, while something moves and drawing is slow, pixels across and down. Where the processor
 * draws, a frame of PR2 takes it 26 ms with these, and 35 with its own pictures of 1024.
 */
const SMALL = 256;

interface SmallPicture {
  texture: Texture;
  /** Whether something is seen through it. */
  holed: boolean;
}

const made = new WeakMap<Texture, SmallPicture>();

/** A picture with few pixels; null where it has none yet. */
export function smaller(texture: Texture): SmallPicture | null {
  const found = made.get(texture);
  if (found !== undefined) return found;
  const image = texture.image as CanvasImageSource & { width: number; height: number };
  const canvas = document.createElement("canvas");
  const part = Math.min(1, SMALL / Math.max(image.width, image.height));
  canvas.width = Math.max(1, Math.round(image.width * part));
  canvas.height = Math.max(1, Math.round(image.height * part));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let least = 255;
  for (let i = 3; i < data.length; i += 4) least = Math.min(least, data[i]);
  const small = texture.clone();
  small.source = new TextureSource(canvas);
  small.generateMipmaps = false;
  small.minFilter = NearestFilter;
  small.magFilter = LinearFilter;
  small.needsUpdate = true;
  const picture = { texture: small, holed: least < 255 };
  made.set(texture, picture);
  return picture;
}

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
