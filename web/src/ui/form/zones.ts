import { offsetOf, ownZone } from '../../time/zone.ts';

/** Known zones. Adds UTC, which some browsers don't list. */
const ZONES: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Whether a zone exists. Also accepts old names that browsers don't list. */
export function isZone(name: string): boolean {
  // Some browsers accept offsets, which are not zones.
  if (!/^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+)*$/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Finds zones whose name or offset matches every word. Prefix matches come first, in each group the user's own zone and UTC. */
export function findZones(query: string, now: number): readonly string[] {
  const wanted = plain(query)
    .split(' ')
    .filter((word) => word !== '');
  const own = ownZone();
  const ordered = [...new Set([own, 'UTC', ...ZONES])];
  if (wanted.length === 0) return ordered;
  const matching = ordered.filter((zone) => {
    const name = plain(zone);
    return wanted.every(
      (word) => name.includes(word) || (/^(?:utc|gmt)?[+-]\d/.test(word) && hasOffset(zone, word, now)),
    );
  });
  const first = wanted[0] ?? '';
  const isPrefix = (zone: string) =>
    plain(zone)
      .split(' ')
      .some((part) => part.startsWith(first));
  return [...matching.filter(isPrefix), ...matching.filter((zone) => !isPrefix(zone))];
}

/** Whether the zone has the offset that the user searches for. `+2`, `+02:00` and `utc+2` mean the same. */
function hasOffset(zone: string, word: string, now: number): boolean {
  const [, sign, hours, minutes] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(word) ?? [];
  if (sign === undefined || hours === undefined) return false;
  return offsetOf(zone, now).startsWith(`${sign}${hours.padStart(2, '0')}:${minutes ?? ''}`);
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ');
}
