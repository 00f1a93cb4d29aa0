import type { Settings } from './resource.ts';

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

/** Whether two JSON values are equal. The order of fields doesn't matter. */
export function isSameJSON(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const fields = new Map(Object.entries(a));
  const others = Object.entries(b);
  return (
    fields.size === others.length &&
    others.every(([name, value]) => fields.has(name) && isSameJSON(fields.get(name), value))
  );
}
