// Bundles the editor into the files that the server serves; the same lock file gives the same bytes. `npm ci && npm run build`,
// or `node build.mjs FOLDER` to write them elsewhere.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "..", "static");
const { outputFiles, metafile } = await build({
  absWorkingDir: here, entryPoints: ["editor.js"], bundle: true, splitting: true, format: "esm", minify: true, charset: "utf8", target: "es2022",
  legalComments: "none", metafile: true, write: false, outdir: target, chunkNames: "editor-[name]", banner: { js: "// @ts-nocheck" },
});
for (const { path, contents } of outputFiles) await writeFile(path, contents);

const packages = new Set(Object.keys(metafile.inputs).map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean));
const parts = ["What is bundled in the files of the editor, beside the project's own code, and its licences."];
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const text = await readFile(join(folder, "LICENSE"), "utf8");
  parts.push(`${"-".repeat(72)}\n${name} ${version} (${license})\n\n${text.trim()}`);
}
await writeFile(join(target, "editor-licences.txt"), `${parts.join("\n\n")}\n`);
