import type { CheckKind } from '@overdue/domain/checks/check-result.ts';
import { isKept, mask, unmask } from '../channels/settings/masking.ts';
import type { SecretBox } from '../platform/security/secret-box.ts';
import { CHECK_SETTINGS, type CheckSettings } from './settings.ts';

/** Fields with secrets, wherever they are in the settings of a check. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'token', 'headers', 'body', 'key', 'send']);

/** Seals the settings of checks for the database, because they may hold credentials. */
export interface SealedChecks {
  seal(settings: CheckSettings, teamID: string): string;
  /** Throws if the text was sealed with another key, or the settings are damaged. */
  open(sealed: string, of: { readonly kind: CheckKind; readonly teamID: string }): CheckSettings;
}

export function createSealedChecks(box: Pick<SecretBox, 'seal' | 'open'>): SealedChecks {
  const contextOf = (teamID: string) => `check of team ${teamID}`;
  return {
    seal: (settings, teamID) => box.seal(JSON.stringify(settings), contextOf(teamID)),
    open: (sealed, { kind, teamID }) =>
      CHECK_SETTINGS[kind].parse(JSON.parse(box.open(sealed, contextOf(teamID)))),
  };
}

/** Returns settings for a response, with masked secrets. */
export function showCheckSettings(settings: CheckSettings): object {
  return maskFields(settings);
}

function maskFields(value: object): object {
  if (Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => {
      if (SECRETS.has(name)) return [name, field === null ? null : mask(field)];
      return [name, typeof field === 'object' && field !== null ? maskFields(field) : field];
    }),
  );
}

/** Returns the fields that keep any part of a stored secret which the request does not contain in plain text. */
export function keptSecrets(
  settings: CheckSettings,
  { before, requested }: { readonly before: CheckSettings; readonly requested: object },
): readonly string[] {
  return secretsIn(settings).flatMap(([path, secret]) => {
    const names = path.split('.');
    const kept = isKept({
      old: valueAt(before, names),
      merged: secret,
      requested: valueAt(requested, names),
    });
    return kept ? [path] : [];
  });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return isObject(value)
    ? valueAt(new Map<string, unknown>(Object.entries(value)).get(name), rest)
    : undefined;
}

/** Returns the secrets that are set, by the path of their field. */
function secretsIn(settings: object, path = ''): readonly (readonly [path: string, secret: unknown])[] {
  return Object.entries(settings).flatMap(([name, field]: [string, unknown]) => {
    if (SECRETS.has(name)) return isEmpty(field) ? [] : [[`${path}${name}`, field] as const];
    return isObject(field) ? secretsIn(field, `${path}${name}.`) : [];
  });
}

function isEmpty(field: unknown): boolean {
  return field === null || field === '' || (isObject(field) && Object.keys(field).length === 0);
}

/** Merges an edit into stored settings. Omitted fields keep their value, also within objects. Masked secrets keep theirs. */
export function mergeCheckSettings(
  current: CheckSettings,
  edit: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(current));
  const merged = Object.fromEntries(
    Object.entries(edit).map(([name, value]) => {
      const old = before.get(name);
      return [name, MERGED.has(name) && isObject(old) && isObject(value) ? { ...old, ...value } : value];
    }),
  );
  return {
    ...current,
    ...Object.fromEntries(
      Object.entries(merged).map(([name, value]) => [name, unmask(value, before.get(name))]),
    ),
  };
}

/** Objects whose fields an edit merges one by one. */
const MERGED: ReadonlySet<string> = new Set(['confirm', 'tls']);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
