// Loads TypeScript modules of the page into a test: bundled by esbuild, from apps/web/node_modules.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const web = join(root, 'apps', 'web');
export const fromWeb = createRequire(join(web, 'package.json'));

// Returns the exports of a file of apps/web/page.
export async function load(name) {
  const folder = mkdtempSync(join(tmpdir(), 'page-module-'));
  const bundle = join(folder, 'module.mjs');
  try {
    await fromWeb('esbuild').build({
      entryPoints: [join(web, 'page', name)],
      outfile: bundle,
      bundle: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      loader: { '.css': 'empty' },
      logLevel: 'silent',
    });
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
