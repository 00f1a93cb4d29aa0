import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** Service used by `npm run dev -w web`. */
const SERVICE = 'http://localhost:8080';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Matches code that the shared bundles leave out: imports of toasts that only popups use. */
const OF_OTHERS = /floating-ui|useAnchorPositioning|[\\/]utils[\\/]popups/;

/** Returns a function that tells whether the file imports a module statically, directly or indirectly. */
function neededBy(file: string): (id: string, modules: Modules) => boolean {
  const start = join(import.meta.dirname, file);
  let needed: ReadonlySet<string> | undefined;
  return (id, modules) => {
    needed ??= reachedFrom(start, modules);
    return needed.has(id) && !OF_OTHERS.test(id);
  };
}

function reachedFrom(start: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  return reached;
}

const isNeededFirst = neededBy('src/main.tsx');
const isNeededAtHome = neededBy('src/pages/monitors/monitors-page.tsx');
const OF_HOME_ALONE = /[\\/]pages[\\/]monitors[\\/]/;

const TYPEFACE = /figtree-latin-wght-normal[^/]*\.woff2$/;
const TYPEFACE_PACKAGE = dirname(
  createRequire(import.meta.url).resolve('@fontsource-variable/figtree/package.json'),
);

/**
 * Starts loading the typeface together with the first scripts. Also publishes the typeface's licence, which must accompany each
 * copy.
 */
const typeface: Plugin = {
  name: 'typeface',
  generateBundle() {
    const source = readFileSync(join(TYPEFACE_PACKAGE, 'LICENSE'));
    this.emitFile({ type: 'asset', fileName: 'assets/figtree-licence.txt', source });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => TYPEFACE.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), typeface],
  // Uses the SDK's sources, so that the SDK needs no build.
  resolve: { conditions: [...defaultClientConditions, 'overdue-source'] },
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Never inlines assets, because the Content Security Policy allows data: URLs only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licenses.json' },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Creates two bundles: code that every page needs, and code that the home page shares with other pages.
          // Browsers load only a few files at a time.
          groups: [
            { name: (id, modules) => (isNeededFirst(id, modules) ? 'base' : null), debugName: 'base' },
            {
              name: (id, modules) =>
                isNeededAtHome(id, modules) && !OF_HOME_ALONE.test(id) ? 'lists' : null,
              debugName: 'lists',
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/v1', '/auth', '/ping', '/badge', '/status', '/calendar'].map((path) => [
        path,
        // Passes on the browser's Host header, because the service accepts changes only from its own origin.
        { target: SERVICE, changeOrigin: false },
      ]),
    ),
  },
});
