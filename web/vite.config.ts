import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev -w web` finds the service. */
const SERVICE = 'http://localhost:8080';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const START = join(import.meta.dirname, 'src/main.tsx');
let neededFirst: ReadonlySet<string> | undefined;

/** Toasts name it as well, but only popups use it. */
const OF_POPUPS = /floating-ui|useAnchorPositioning|[\\/]utils[\\/]popups/;

/** Whether the start imports a module, itself or by others, without waiting until somebody needs it. */
function isNeededFirst(id: string, modules: Modules): boolean {
  neededFirst ??= reachedFrom(START, modules);
  return neededFirst.has(id) && !OF_POPUPS.test(id);
}

function reachedFrom(start: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  return reached;
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // The policy forbids data: URLs for all but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs comes in one file: a browser asks for few at a time.
          groups: [
            { name: (id, modules) => (isNeededFirst(id, modules) ? 'base' : null), debugName: 'base' },
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
        // With the host that the browser asked: the service takes changes from its own pages alone.
        { target: SERVICE, changeOrigin: false },
      ]),
    ),
  },
});
