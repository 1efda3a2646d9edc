var r=`
import importlib
playground = importlib.import_module("bodyplan.cli.viewing.playground")
def place(request): return playground.place_files([(each["path"], bytes(each["bytes"])) for each in request["files"]])
def call(request): return playground.run_call(request["words"])
def pack(request): return playground.pack_folder(request["document"])
`,s=e=>postMessage(e);async function i(){s({status:"Loading Python\u2026"});let e=o=>new URL(o,location.href).href,{loadPyodide:t}=await import(e("pyodide/pyodide.mjs")),n=await t({indexURL:e("pyodide/")});s({status:"Loading bodyplan\u2026"});let a=await(await fetch("wheels.json")).json();return await n.loadPackage(["lxml","numpy",...a.map(o=>o.endsWith(".whl")?e(o):o)]),n.runPython(r),s({status:""}),n}var d=i();addEventListener("message",({data:e})=>{d.then(t=>{let n=t.globals.get(e.task)(t.toPy(e)),a=n.toJs({dict_converter:Object.fromEntries});n.destroy(),s({id:e.id,answer:a})}).catch(t=>s({id:e.id,error:t instanceof Error?t.message:String(t)}))});
