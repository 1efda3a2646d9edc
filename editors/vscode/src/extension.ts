/** The client: starts `bodyplan lsp` for the documents of robots, and shows its live view. */

import {
  commands, type ExtensionContext, type OutputChannel, Uri, ViewColumn, type WebviewPanel, window, workspace, env,
} from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

const LANGUAGES = ["sdformat", "urdf", "skel", "mjcf", "srdf"];
const VIEW = "bodyplan.view";
const OPEN_VIEW = "bodyplan.openView";

let client: LanguageClient | undefined;
const panels = new Map<string, WebviewPanel>();

export async function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel("bodyplan");
  context.subscriptions.push(
    output,
    commands.registerCommand(OPEN_VIEW, (uri?: string | Uri) => openView(uri)),
    commands.registerCommand("bodyplan.restart", () => restart(output)),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("bodyplan.command")) void restart(output);
    }),
  );
  await start(output);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(output: OutputChannel): Promise<void> {
  await client?.stop().catch(() => undefined);
  for (const panel of panels.values()) panel.dispose();
  await start(output);
}

async function start(output: OutputChannel): Promise<void> {
  const settings = workspace.getConfiguration("bodyplan");
  const [command, ...before] = settings.get<string[]>("command", ["bodyplan"]);
  const server: ServerOptions = { command, args: [...before, "lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      ...LANGUAGES.map((language) => ({ language })),
      { language: "xml", pattern: "**/*.{sdf,world,urdf,xacro,skel,mjcf,srdf}" },
      { language: "xml", pattern: "**/mjcf/**/*.xml" },
      { pattern: "**/*.dmd.{yaml,yml}" },
    ],
    outputChannel: output,
    initializationOptions: { ...settings, viewCommand: OPEN_VIEW },
    synchronize: { configurationSection: "bodyplan" },
  };
  client = new LanguageClient("bodyplan", "bodyplan", server, options);
  try {
    await client.start();
  } catch (error) {
    const choice = await window.showErrorMessage(
      `${[command, ...before].join(" ")} lsp cannot be started: ${error instanceof Error ? error.message : String(error)}. ` +
        "pip install 'bodyplan[lsp]' brings it.",
      "Choose the program",
    );
    if (choice !== undefined) await commands.executeCommand("workbench.action.openSettings", "bodyplan.command");
  }
}

async function openView(given?: string | Uri): Promise<void> {
  const uri = given?.toString() ?? window.activeTextEditor?.document.uri.toString();
  if (uri === undefined || client === undefined) return;
  const known = panels.get(uri);
  if (known !== undefined) {
    known.reveal(undefined, true);
    return;
  }
  let address: string;
  try {
    address = await client.sendRequest("workspace/executeCommand", { command: VIEW, arguments: [uri, false] });
  } catch (error) {
    void window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return;
  }
  // the editor may run on another machine than the server
  const outside = (await env.asExternalUri(Uri.parse(address))).toString(true);
  const panel = window.createWebviewPanel(
    OPEN_VIEW,
    Uri.parse(uri).path.split("/").pop() ?? "bodyplan",
    { viewColumn: ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, retainContextWhenHidden: true },
  );
  panels.set(uri, panel);
  panel.onDidDispose(() => panels.delete(uri));
  panel.webview.html = page(outside);
}

/** A page with the view in it, which may load nothing else. */
function page(address: string): string {
  const { origin } = new URL(address);
  return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'">
<style>html, body, iframe { margin: 0; padding: 0; border: 0; width: 100%; height: 100%; overflow: hidden; }</style>
<iframe src="${address}" allow="fullscreen; clipboard-write"></iframe>`;
}
