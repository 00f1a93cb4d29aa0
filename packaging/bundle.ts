import { dirname } from 'node:path';
import { build, type Plugin } from 'vite';

export interface BundleOptions {
  /** Absolute path of the program's first module. */
  readonly entry: string;
  /** Output folder, which is emptied first. */
  readonly folder: string;
  /** Name of the bundle in the folder. Its ending selects the kind of module: `.js` for an ES module, `.cjs` for CommonJS. */
  readonly file: string;
  /** Programs that this one starts, as absolute paths of their first modules. Each becomes a `.js` file with the same name in the folder. */
  readonly children?: readonly string[];
  /** Name of a JSON file with the licences of all packages in the bundle; null to write none. */
  readonly licenses: string | null;
  readonly plugins: readonly Plugin[];
  /**
   * For a program that runs for a long time: writes modules that are imported on demand to files of their own, and removes white
   * space, because Node keeps sources in memory, with one byte for each character. Default: one readable file.
   */
  readonly savesMemory?: boolean;
}

/** Bundles a program and all packages that it imports, with a source map beside each file. */
export async function bundleProgram({
  entry,
  folder,
  file,
  children = [],
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
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      minify: false,
      sourcemap: 'hidden',
      license: licenses === null ? false : { fileName: licenses },
      rolldownOptions: {
        input: [entry, ...children],
        output: {
          entryFileNames: ({ facadeModuleId }) => (facadeModuleId === entry ? file : '[name].js'),
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: savesMemory,
          // Names stay, for readable stack traces.
          minify: savesMemory && { mangle: false, compress: false, codegen: { removeWhitespace: true } },
          format: file.endsWith('.cjs') ? 'cjs' : 'esm',
        },
      },
    },
    plugins: [...plugins, NO_MAP_OF_PACKAGES, ...(savesMemory ? [NO_LOCALES, ONE_BYTE_CHARACTERS] : [])],
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

/** Zod exports the messages of 60 languages as one object, of which the server uses English. */
const NO_LOCALES: Plugin = {
  name: 'no-locales',
  load: {
    filter: { id: /\/zod\/v4\/locales\/index\.js$/ },
    handler: () => "export { default as en } from './en.js';",
  },
};

/** V8 keeps two bytes for each character of a file if one of the characters is outside of Latin-1. */
const ONE_BYTE_CHARACTERS: Plugin = {
  name: 'one-byte-characters',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = withOneByteCharacters(file.code);
  },
};

/** Escapes characters outside of Latin-1, which are in strings, templates and regular expressions. */
function withOneByteCharacters(code: string): string {
  return code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
