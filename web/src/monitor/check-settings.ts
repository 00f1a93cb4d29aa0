import { checkKindOf } from '@overdue/domain/checks/check-result.ts';
import type { Monitor } from '@overdue/sdk';
import { formatSecondsExact } from '../time/parse-duration.ts';
import { CHECK_DEFAULTS } from './check-defaults.ts';
import { CHECK_NAMES, words } from './check-words.ts';

interface ShownSetting {
  readonly label: string;
  readonly value: string;
}

/** Settings that are shown even if they have their defaults. */
const ALWAYS = ['timeout', 'confirm.attempts'];
/** Settings in seconds. */
const DURATIONS = ['timeout', 'confirm.delay', 'slowAfter'];
/** Settings whose parts are shown one by one. */
const GROUPS = ['confirm', 'tls'];

/** Returns the settings of a check to show: the main settings, and all that differ from their defaults. */
export function shownCheckSettings({
  kind,
  check,
}: Pick<Monitor, 'kind' | 'check'>): readonly ShownSetting[] {
  const checkKind = checkKindOf(kind);
  if (checkKind === null || check === null) return [];
  const defaults = new Map(pathsOf(CHECK_DEFAULTS[checkKind]));
  const names = new Map<string, string>(Object.entries(CHECK_NAMES));
  return pathsOf(check)
    .filter(
      ([path, value]) =>
        ALWAYS.includes(path) || JSON.stringify(value) !== JSON.stringify(defaults.get(path)),
    )
    .map(([path, value]) => ({ label: names.get(path) ?? path, value: writeValue(path, value) }));
}

function pathsOf(check: object): readonly (readonly [path: string, value: unknown])[] {
  return Object.entries(check).flatMap(([name, value]: [string, unknown]) =>
    GROUPS.includes(name) && typeof value === 'object' && value !== null
      ? Object.entries(value).map(([part, inner]: [string, unknown]) => [`${name}.${part}`, inner] as const)
      : [[name, value] as const],
  );
}

function writeValue(path: string, value: unknown): string {
  if (value === null) return words.none;
  if (typeof value === 'number') return DURATIONS.includes(path) ? formatSecondsExact(value) : String(value);
  if (Array.isArray(value) && value.length === 0) return words.none;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
