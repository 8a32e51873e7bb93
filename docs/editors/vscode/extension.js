// Starts `cassino lsp` for the files of the language `cassino`, and says which files of YAML these are.
import { languages, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const LANGUAGE = "cassino";
const FIRST_LINES = 20; // after a comment or two
let client;

// A name that ends in `.yaml` is YAML for the editor, whatever the file says: what says `dsl:` in its first lines is ours.
async function recognise(document) {
  if (document.languageId !== "yaml") return;
  for (let line = 0; line < Math.min(document.lineCount, FIRST_LINES); line++) {
    const { text } = document.lineAt(line);
    if (/^dsl\s*:/.test(text)) return languages.setTextDocumentLanguage(document, LANGUAGE);
    if (text.trim() && !/^(#|---|[\w-]+\s*:)/.test(text)) return;
  }
}

async function start() {
  const command = workspace.getConfiguration(LANGUAGE).get("path");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient(LANGUAGE, "Cassino", server, { documentSelector: [{ language: LANGUAGE }] });
  try {
    await client.start();
  } catch {
    // the client has said what is wrong; here is what to do
    const remedy = `install cassino_dsl with its extra lsp, and name the program in the setting ${LANGUAGE}.path`;
    window.showErrorMessage(`\`${command} lsp\` can't be started: ${remedy}.`);
  }
}

async function restart() {
  try {
    await client?.dispose();
  } catch {
    // one that never started can't be stopped
  }
  await start();
}

export async function activate(context) {
  const changed = (event) => (event.affectsConfiguration(`${LANGUAGE}.path`) ? restart() : undefined);
  context.subscriptions.push(workspace.onDidOpenTextDocument(recognise), workspace.onDidChangeConfiguration(changed));
  await Promise.all(workspace.textDocuments.map(recognise));
  await start();
}

export function deactivate() {
  return client?.stop();
}
