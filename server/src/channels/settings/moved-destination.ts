import { parseWebURL } from '@overdue/domain/web-address.ts';
import type { ChannelSettings, SettingsProblem } from './settings-schema.ts';

const MESSAGE =
  'The address now leads to another server, so the stored secret was dropped. Enter the secret again, or remove it.';

interface SettingsChange {
  readonly old: ChannelSettings;
  readonly merged: ChannelSettings;
  /** Fields as sent in the request, including masks. */
  readonly requested: Readonly<Record<string, unknown>>;
  readonly secrets: ReadonlySet<string>;
}

/**
 * Returns a problem for each stored secret that would be sent to a new scheme, host or port. A member who controls the new
 * destination could read the secret.
 */
export function findExposedSecrets({
  old,
  merged,
  requested,
  secrets,
}: SettingsChange): readonly SettingsProblem[] {
  const names = new Set([...Object.keys(old), ...Object.keys(merged)]);
  const moved = [...names].filter((name) => originOf(old[name]) !== originOf(merged[name]));
  if (moved.length === 0) return [];
  return [...secrets]
    .filter(
      (name) =>
        !moved.includes(name) && isKept({ old: old[name], merged: merged[name], requested: requested[name] }),
    )
    .map((name) => ({ path: `settings.${name}`, message: MESSAGE }));
}

interface Value {
  readonly old: unknown;
  readonly merged: unknown;
  readonly requested: unknown;
}

/** Whether the merged value keeps any part of the stored value that the request did not contain. */
function isKept({ old, merged, requested }: Value): boolean {
  if (old === undefined || old === null || merged === undefined || merged === null) return false;
  if (requested === undefined) return true;
  if (typeof merged !== 'object') return merged === old && requested !== merged;
  const [before, written] = [entriesOf(old), entriesOf(requested)];
  return Object.entries(merged).some(([name, value]) =>
    isKept({ old: before.get(name), merged: value, requested: written.get(name) }),
  );
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function originOf(value: unknown): string | null {
  return typeof value === 'string' ? (parseWebURL(value.trim())?.origin ?? null) : null;
}
