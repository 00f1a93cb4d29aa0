import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { PublicDocument } from '../platform/http/public-document.ts';

/** A file of the application, compressed at build time if that makes it smaller. */
interface WebFile extends PublicDocument {
  readonly contentType: string;
}

/** Keyed by path, such as `/assets/app-Dk3f.js`. */
export type BuiltWeb = ReadonlyMap<string, WebFile>;

/** Path of the typeface for pages outside the application, which don't know the hash in the built file's name. */
export const TYPEFACE_PATH = '/assets/figtree.woff2';
const BUILT_TYPEFACE = /^\/assets\/figtree-latin-wght-normal-[^/]+\.woff2$/;

const BYTES_MAX = 64 * 1024 * 1024;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Reads a build into memory, so that no request can reach other files. Returns null if the folder has no build. */
export function readBuiltWeb(folder: string): BuiltWeb | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, WebFile>();
  let bytes = 0;
  for (const file of names) {
    if (/\.(?:br|gz)$/.test(file)) continue;
    const plain = read(file);
    const brotli = names.includes(`${file}.br`) ? read(`${file}.br`) : null;
    const gzip = names.includes(`${file}.gz`) ? read(`${file}.gz`) : null;
    bytes += plain.byteLength + (brotli?.byteLength ?? 0) + (gzip?.byteLength ?? 0);
    if (bytes > BYTES_MAX)
      throw new Error(`${folder} has more than ${BYTES_MAX} bytes. Build the application again.`);
    files.set(file.slice(folder.length).replaceAll('\\', '/'), {
      contentType: CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
      etag: hash('sha256', plain, 'base64url').slice(0, 27),
      plain,
      brotli,
      gzip,
    });
  }
  const typeface = [...files].find(([path]) => BUILT_TYPEFACE.test(path));
  if (typeface !== undefined) files.set(TYPEFACE_PATH, typeface[1]);
  return files;
}

function read(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file));
}
