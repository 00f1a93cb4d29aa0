import { dirname } from 'node:path';
import { build, type Plugin } from 'vite';

export interface BundleOptions {
  /** Absolute path of the program's first module. */
  readonly entry: string;
  /** Output folder, which is emptied first. */
  readonly folder: string;
  /** Name of the bundle in the folder. Its ending selects the kind of module: `.js` for an ES module, `.cjs` for CommonJS. */
  readonly file: string;
  /** Name of a JSON file with the licences of all packages in the bundle; null to write none. */
  readonly licenses: string | null;
  readonly plugins: readonly Plugin[];
  /**
   * For a program that runs for a long time: writes modules that are imported on demand to files of their own, and removes white
   * space, because Node keeps sources in memory. Default: one readable file.
   */
  readonly savesMemory?: boolean;
}

/** Bundles a program and all packages that it imports, with a source map beside each file. */
export async function bundleProgram({
  entry,
  folder,
  file,
  licenses,
  plugins,
  savesMemory = false,
}: BundleOptions): Promise<void> {
  await build({
    configFile: false,
    root: dirname(entry),
    logLevel: 'error',
    ssr: { noExternal: true, resolve: { conditions: ['overdue-source', 'module', 'node'] } },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      sourcemap: 'hidden',
      license: licenses === null ? false : { fileName: licenses },
      rolldownOptions: {
        output: {
          entryFileNames: file,
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: savesMemory,
          // Names stay, for readable stack traces.
          minify: savesMemory && { mangle: false, compress: false, codegen: { removeWhitespace: true } },
          format: file.endsWith('.cjs') ? 'cjs' : 'esm',
        },
      },
    },
    plugins: [...plugins, NO_MAP_OF_PACKAGES],
  });
}

/** A source map that includes all packages would be four times as large. */
const NO_MAP_OF_PACKAGES: Plugin = {
  name: 'no-map-of-packages',
  enforce: 'post',
  transform: {
    filter: { id: /\/node_modules\// },
    handler: (code) => ({ code, map: { version: 3, sources: [], names: [], mappings: '' } }),
  },
};
