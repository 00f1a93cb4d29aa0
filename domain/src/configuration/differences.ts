import type { Settings } from './resource.ts';
import { isSameJSON } from './same-json.ts';

/** A setting that changes. Null means no value. */
export interface SettingChange {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Lists the settings of `to` that differ from `from`. Settings missing from `to` don't change. */
export function differences(from: Settings, to: Settings): readonly SettingChange[] {
  return Object.keys(to).flatMap((name) => differencesAt(name, from[name], to[name]));
}

function differencesAt(path: string, from: unknown, to: unknown): readonly SettingChange[] {
  if (isSameJSON(from ?? null, to ?? null)) return [];
  if (!isObject(from) || !isObject(to)) return [{ path, from: from ?? null, to: to ?? null }];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name) => differencesAt(`${path}.${name}`, from[name], to[name]));
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
