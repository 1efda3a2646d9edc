/** Whether WebGL is drawn by the processor, where every pixel is dear. */

export const SOFTWARE = drawsInSoftware();

function drawsInSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  if (context === null) return false;
  let name = String(context.getParameter(context.RENDERER));
  if (name.startsWith("WebKit")) {
    const more = context.getExtension("WEBGL_debug_renderer_info");
    if (more !== null) name = String(context.getParameter(more.UNMASKED_RENDERER_WEBGL));
  }
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
