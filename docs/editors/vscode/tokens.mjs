// What the grammar makes of files, for tests: `node tokens.mjs GRAMMAR FILE…` prints, for each file, for each line, [start, end, scopes …].
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const [grammar, ...files] = process.argv.slice(2);
const wasm = await readFile(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(await readFile(grammar, "utf8"), grammar),
});
const cassino = await registry.loadGrammar("source.cassino");
const found = {};
for (const file of files) {
  let stack = textmate.INITIAL;
  found[file] = (await readFile(file, "utf8")).split("\n").map((line) => {
    const { tokens, ruleStack } = cassino.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map((token) => [token.startIndex, token.endIndex, ...token.scopes.slice(1)]);
  });
}
process.stdout.write(JSON.stringify(found));
