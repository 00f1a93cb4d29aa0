import { join } from 'node:path';
import { isObject } from '../../../sdk/src/envelope.ts';
import { readPrivateFile, writePrivateFile } from '../config/private-file.ts';

/** Maximum number of ping URLs in the cache. The oldest are removed first. */
export const CACHED_MONITORS_MAX = 1000;

/**
 * Cache of ping URLs on disk, so that a report needs no request to find its monitor. A missing or damaged file counts
 * as empty.
 */
export interface PingURLCache {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, pingURL: string) => void;
}

export function openPingURLCache(folder: string): PingURLCache {
  const file = join(folder, 'monitors.json');
  return {
    read: (key) => load(file).get(key) ?? null,
    write(key, pingURL) {
      const kept = load(file);
      kept.delete(key);
      kept.set(key, pingURL);
      const newest = [...kept].slice(-CACHED_MONITORS_MAX);
      try {
        writePrivateFile(file, JSON.stringify(Object.fromEntries(newest)));
      } catch {
        // If the cache can't be written, each report looks up its monitor.
      }
    },
  };
}

function load(file: string): Map<string, string> {
  try {
    const json: unknown = JSON.parse(readPrivateFile(file)?.toString() ?? '{}');
    const entries = isObject(json) ? Object.entries(json) : [];
    return new Map(entries.flatMap(([key, url]) => (typeof url === 'string' ? [[key, url]] : [])));
  } catch {
    return new Map();
  }
}
