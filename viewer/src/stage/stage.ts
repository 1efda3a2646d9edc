/** The canvas: renderer, camera and controls. Frames are drawn on demand. */

import {
  DirectionalLight,
  Frustum,
  HemisphereLight,
  Matrix4,
  OrthographicCamera,
  PCFShadowMap,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Sphere,
  Spherical,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { depthBarrier } from "./over.ts";
import { Pacing } from "./pacing.ts";
import { SOFTWARE } from "./software.ts";
import { Sun } from "./sun.ts";

export type Camera = PerspectiveCamera | OrthographicCamera;

/** How bright what the camera brings is, and what comes from all around. */
const HEADLIGHT = 1.9;
const AROUND = 1.6;

/** What spherical coordinates turn about. */
const POLE = new Vector3(0, 1, 0);

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  readonly pacing = new Pacing();
  camera: Camera;
  /** Called before each frame, when all that depends on the camera has to be up to date. */
  beforeFrame: (() => void)[] = [];
  /** Called after each frame. */
  afterFrame: (() => void)[] = [];
  /** Centre and radius of what there is but grounds, and how far it goes with them, m; for the planes that clip. */
  extent = { center: new Vector3(), radius: 1, reach: 1, bounds: 1 };
  /** Where upwards is; the camera turns about it. */
  readonly up = new Vector3(0, 0, 1);
  frames = 0;
  /** Time that all of them took here, without what the renderer does on its own, ms. */
  effort = 0;

  private readonly perspective = new PerspectiveCamera(40, 1, 0.01, 100);
  private readonly orthographic = new OrthographicCamera(-1, 1, 1, -1, -100, 100);
  private readonly headlight = new DirectionalLight(0xffffff, HEADLIGHT);
  private readonly around = new HemisphereLight(0xffffff, 0x9a9486, AROUND);
  private readonly sun = new Sun();
  /** Whether something other than the camera changed since shadows were drawn. */
  private changed = true;
  private pending = false;
  private flight: ((now: number) => boolean) | null = null;
  /** Half the height of what an orthographic camera at rest shows, m. */
  private halfHeight = 1;
  private fixed = false;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !SOFTWARE, alpha: true, powerPreference: "high-performance" });
    this.renderer.setClearColor(0, 0);
    this.renderer.debug.checkShaderErrors = false;
    this.camera = this.perspective;
    for (const camera of [this.perspective, this.orthographic]) {
      camera.up.set(0, 0, 1);
      camera.position.set(2, -2, 1.5);
    }
    this.scene.add(this.around, this.headlight, this.headlight.target, this.sun.light, this.sun.light.target, this.sun.ground, depthBarrier());
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.controls.dampingFactor = 0.2;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => this.schedule());
    this.controls.addEventListener("start", () => (this.flight = null));
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement ?? canvas);
    this.resize();
  }

  /** Whether there are shadows, and whether what is shown is lit by lights of its own. */
  light(shadows: boolean, lamps: boolean): void {
    this.renderer.shadowMap.enabled = shadows && !lamps;
    this.sun.show(shadows && !lamps, HEADLIGHT * 0.6);
    this.headlight.intensity = lamps ? 0 : shadows ? HEADLIGHT * 0.5 : HEADLIGHT;
    this.around.intensity = lamps ? AROUND * 0.2 : AROUND;
    this.request();
  }

  /** Says where upwards is. */
  upright(up: Vector3): void {
    this.up.copy(up);
    for (const camera of [this.perspective, this.orthographic]) camera.up.copy(up);
    // controls ask the camera for this only when they are made
    const turn = this.controls as unknown as { _quat: Quaternion; _quatInverse: Quaternion };
    turn._quat.setFromUnitVectors(up, POLE);
    turn._quatInverse.copy(turn._quat).invert();
  }

  /** Asks for a frame of what changed. */
  request(): void {
    this.changed = true;
    this.schedule();
  }

  /** Whether the next frame draws shadows anew, for which what is out of sight counts, too. */
  get shades(): boolean {
    return this.changed && this.renderer.shadowMap.enabled;
  }

  /** Asks for a frame, where only the camera moved. */
  private schedule(): void {
    if (this.pending) return;
    this.pending = true;
    const asked = performance.now();
    requestAnimationFrame((now) => {
      this.pending = false;
      if (this.flight && !this.flight(now)) this.flight = null;
      if (this.pacing.frame(now, asked)) this.resize();
      this.draw();
      if (this.flight) this.schedule();
      else this.pacing.rest(() => this.resize());
    });
  }

  draw(): void {
    const start = performance.now();
    if (!this.fixed) this.controls.update();
    this.clip();
    this.camera.updateMatrixWorld();
    this.headlight.position.set(-0.5, 0.8, 1.2).transformDirection(this.camera.matrixWorld);
    this.headlight.position.multiplyScalar(10).add(this.extent.center);
    this.headlight.target.position.copy(this.extent.center);
    if (this.sun.light.visible) this.sun.place(this.extent.center, this.extent.bounds, this.up);
    for (const prepare of this.beforeFrame) prepare();
    this.renderer.shadowMap.needsUpdate = this.shades;
    this.changed = false;
    this.renderer.render(this.scene, this.camera);
    for (const finish of this.afterFrame) finish();
    this.frames++;
    this.effort += performance.now() - start;
  }

  /** How much smaller things count as when it comes to their detail. */
  get coarseness(): number {
    return this.pacing.coarseness;
  }

  /** What the camera sees. */
  frustum(): Frustum {
    const both = new Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse);
    return new Frustum().setFromProjectionMatrix(both);
  }

  /** World units that one pixel is wide at a distance along the view. */
  pixel(depth: number): number {
    const height = this.canvas.clientHeight || 1;
    if (this.camera instanceof OrthographicCamera) {
      return (this.camera.top - this.camera.bottom) / this.camera.zoom / height;
    }
    return (2 * Math.tan((this.camera.fov * Math.PI) / 360) * Math.max(depth, 1e-6)) / height;
  }

  /** How far along the view a point is, m. */
  depth({ x, y, z }: Vector3): number {
    const { elements: e } = this.camera.matrixWorld;
    return -((x - e[12]) * e[8] + (y - e[13]) * e[9] + (z - e[14]) * e[10]);
  }

  /** How wide a sphere is, in pixels of those that are drawn now. */
  width({ center, radius }: Sphere): number {
    return ((2 * radius) / this.pixel(this.depth(center))) * this.renderer.getPixelRatio();
  }

  /** Whether the camera is outside of a sphere. */
  outside(sphere: Sphere): boolean {
    return this.camera instanceof OrthographicCamera || !sphere.containsPoint(this.camera.position);
  }

  /** Turns the camera so that it sees `radius` around `center`, from `direction` or from where it looks now. */
  frame(center: Vector3, radius: number, direction: Vector3 | null, at_once: boolean): void {
    this.release();
    this.resize(); // panels may have opened or closed since the last frame
    const camera = this.camera;
    const from = direction ?? camera.position.clone().sub(this.controls.target);
    if (from.lengthSq() < 1e-12) from.set(1, -1, 0.7);
    from.normalize();
    const aspect = Math.min(1, this.perspective.aspect);
    const distance = radius / Math.sin((this.perspective.fov * Math.PI) / 360) / aspect;
    this.halfHeight = (radius * 1.05) / aspect;
    this.orthographic.zoom = 1;
    const position = center.clone().addScaledVector(from, distance);
    this.resize();
    if (at_once || !this.controls.enableDamping) {
      this.look(position, center);
      this.request();
      return;
    }
    const start = { position: camera.position.clone(), target: this.controls.target.clone(), time: performance.now() };
    this.flight = (now) => {
      const t = Math.min(Math.max((now - start.time) / 280, 0), 1);
      const eased = 1 - (1 - t) ** 3;
      this.look(start.position.clone().lerp(position, eased), start.target.clone().lerp(center, eased));
      return t < 1;
    };
    this.request();
  }

  private look(position: Vector3, target: Vector3): void {
    this.camera.position.copy(position);
    this.controls.target.copy(target);
    this.camera.lookAt(target);
  }

  /** Whether all that was asked for is drawn, as well as can be. */
  get resting(): boolean {
    return !this.pending && !this.pacing.moving;
  }

  /** Draws now what was asked for and is not drawn yet. */
  catchUp(): void {
    if (this.pending) this.draw();
  }

  /**
   * Puts the camera at X_WC (rows; it looks along its -z, +y is up) and leaves it there.
   *
   * `fov` is the vertical angle in degrees; an orthographic camera shows `height` metres instead.
   */
  fix(matrix: Matrix4, options: { fov?: number; height?: number }): void {
    this.project(options.height !== undefined);
    if (options.fov !== undefined) this.perspective.fov = options.fov;
    if (options.height !== undefined) this.halfHeight = options.height / 2;
    matrix.decompose(this.camera.position, this.camera.quaternion, this.camera.scale);
    this.camera.scale.set(1, 1, 1);
    this.fixed = true;
    this.flight = null;
    this.controls.enabled = false;
    this.resize();
  }

  /** Whether the camera stands where it was told to, and nothing but that moves it. */
  get isFixed(): boolean {
    return this.fixed;
  }

  /** The options of an address that bring the camera back to where it is. */
  described(): [string, number[]][] {
    const { camera } = this;
    if (!this.fixed) {
      const { target } = this.controls;
      const eye = camera.position.clone();
      if (camera instanceof OrthographicCamera) {
        // the distance says how much is seen
        const distance = this.halfHeight / camera.zoom / Math.tan((this.perspective.fov * Math.PI) / 360);
        eye.sub(target).setLength(distance).add(target);
      }
      const look: [string, number[]] = ["look", [...eye.toArray(), ...target.toArray()]];
      return this.parallel ? [look, ["orthographic", []]] : [look];
    }
    const matrix = new Matrix4().compose(camera.position, camera.quaternion, camera.scale).transpose();
    const wide: [string, number[]] = this.parallel ? ["height", [this.halfHeight * 2]] : ["fov", [this.perspective.fov]];
    return [["camera", matrix.toArray()], wide];
  }

  /** Looks from one place at another; the camera can be moved from there. */
  lookAt(eye: Vector3, target: Vector3): void {
    this.release();
    this.flight = null;
    const { enableDamping } = this.controls;
    this.controls.enableDamping = false; // which takes the last of a turn that goes on
    this.controls.update();
    this.controls.enableDamping = enableDamping;
    this.look(eye, target);
    this.schedule();
  }

  /** Turns the camera around its target, rad, and brings it `factor` times as far. */
  orbit(around: number, up: number, factor: number): void {
    const from = this.camera.position.clone().sub(this.controls.target);
    const turn = new Quaternion().setFromUnitVectors(this.up, POLE);
    const sphere = new Spherical().setFromVector3(from.applyQuaternion(turn));
    sphere.theta += around;
    sphere.phi -= up;
    sphere.makeSafe();
    if (this.parallel) this.camera.zoom /= factor;
    else sphere.radius *= factor;
    const turned = new Vector3().setFromSpherical(sphere).applyQuaternion(turn.invert());
    this.look(turned.add(this.controls.target), this.controls.target);
    this.schedule();
  }

  private release(): void {
    if (!this.fixed) return;
    this.fixed = false;
    this.controls.enabled = true;
    this.perspective.fov = 40;
  }

  /** Whether lines of sight are parallel. */
  get parallel(): boolean {
    return this.camera === this.orthographic;
  }

  project(parallel: boolean): void {
    const before = this.camera;
    const after = parallel ? this.orthographic : this.perspective;
    if (before === after) return;
    after.position.copy(before.position);
    after.quaternion.copy(before.quaternion);
    if (parallel) {
      const distance = before.position.distanceTo(this.controls.target);
      this.halfHeight = distance * Math.tan((this.perspective.fov * Math.PI) / 360);
      this.orthographic.zoom = 1;
    }
    this.camera = after;
    this.controls.object = after;
    this.resize();
  }

  private clip(): void {
    const { center, radius, reach } = this.extent;
    const depth = this.camera.position.distanceTo(center);
    if (this.camera === this.perspective) {
      const far = (depth + radius) * 1.5 + 1;
      const nearest = depth - radius * 1.5;
      this.perspective.near = Math.max(nearest, far * 2e-4);
      this.perspective.far = Math.max(far, depth + reach);
    } else {
      this.orthographic.far = depth + Math.max(radius * 4 + 1, reach);
      this.orthographic.near = -this.orthographic.far;
    }
    this.camera.updateProjectionMatrix();
  }

  resize(): void {
    const width = this.canvas.parentElement?.clientWidth ?? 1;
    const height = this.canvas.parentElement?.clientHeight ?? 1;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(this.pacing.ratio());
    this.renderer.setSize(width, height, false);
    this.perspective.aspect = width / height;
    this.orthographic.top = this.halfHeight;
    this.orthographic.bottom = -this.halfHeight;
    this.orthographic.right = this.halfHeight * this.perspective.aspect;
    this.orthographic.left = -this.orthographic.right;
    this.perspective.updateProjectionMatrix();
    this.orthographic.updateProjectionMatrix();
    this.request();
  }
}
