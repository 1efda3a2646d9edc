// Asks the search of a site, which is a program for browsers: prints the addresses that it finds for a query, best first.
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const [, , site, query] = process.argv;
const folder = path.join(site, "assets/javascripts/workers");
const program = fs.readdirSync(folder).find((name) => name.startsWith("search") && name.endsWith(".js"));
const index = JSON.parse(fs.readFileSync(path.join(site, "search/search_index.json"), "utf8"));

let ask;
let answer;
const worker = {
  addEventListener: (kind, listener) => (ask = listener),
  postMessage: (message) => (answer = message),
  location: { href: "http://localhost/" },
  console: { warn() {} },
  URL,
};
worker.self = worker;
vm.createContext(worker);
vm.runInContext(fs.readFileSync(path.join(folder, program), "utf8"), worker);
await ask({ data: { type: 0, data: { config: index.config, docs: index.docs, options: { suggest: false } } } });
await ask({ data: { type: 2, data: query } });
console.log(JSON.stringify(answer.data.items.flat().map((found) => found.location)));
