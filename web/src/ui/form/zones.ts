import { isZone } from '../../preferences/zone-name.ts';
import { offsetOf, ownZone } from '../../time/zone.ts';
import { CURRENT_NAMES, PLACES } from './zone-places.ts';

/**
 * Zones that are offered, all of which the service accepts. Zones with common abbreviations and places come first. UTC is missing
 * in some browsers.
 */
const ZONES: readonly string[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map((zone) => CURRENT_NAMES[zone] ?? zone)]),
].filter(isZone);
const RANKED = [...ZONES].sort((a, b) => rankOfPlaces(a) - rankOfPlaces(b));

function rankOfPlaces(zone: string): number {
  const index = Object.keys(PLACES).indexOf(zone);
  return index === -1 ? Number.MAX_SAFE_INTEGER : index;
}

/** Words that people add to a place, as in "Berlin time". */
const FILLERS = new Set(['time', 'zone', 'timezone', 'tz', 'standard', 'daylight', 'summer', 'local', 'the']);

/**
 * Finds zones by name, offset, abbreviation, country or city. Every word of the query must match. Whole words come first, then
 * beginnings of the name, then of other words, and in each group the user's own zone, UTC and zones with common places. An old name finds its current
 * zone.
 */
export function findZones(query: string, now: number): readonly string[] {
  const words = plain(query)
    .split(' ')
    .filter((word) => word !== '');
  const told = words.filter((word) => !FILLERS.has(word));
  const wanted = told.length === 0 ? words : told;
  if (wanted.length === 0) return [...new Set([ownZone(), 'UTC', ...ZONES])];
  const groups = new Map<number, string[]>();
  for (const zone of new Set([ownZone(), ...RANKED])) {
    const rank = Math.max(...wanted.map((word) => rankOfWord(zone, word, now)));
    groups.set(rank, [...(groups.get(rank) ?? []), zone]);
  }
  const found = [RANKS.whole, RANKS.nameStart, RANKS.placeStart, RANKS.namePart].flatMap(
    (rank) => groups.get(rank) ?? [],
  );
  return found.length === 0 ? zoneOfOldName(query.trim()) : found;
}

const RANKS = { whole: 0, nameStart: 1, placeStart: 2, namePart: 3, none: 4 } as const;

function rankOfWord(zone: string, word: string, now: number): number {
  if (/^(?:utc|gmt)?[+-]\d/.test(word) && hasOffset(zone, word, now)) return RANKS.whole;
  const words = wordsOf(zone);
  if (words.includes(word)) return RANKS.whole;
  const name = plain(zone);
  if (name.split(' ').some((each) => each.startsWith(word))) return RANKS.nameStart;
  if (words.some((each) => each.startsWith(word))) return RANKS.placeStart;
  return name.includes(word) ? RANKS.namePart : RANKS.none;
}

const cachedWords = new Map<string, readonly string[]>();

/** Returns the words that find a zone: its name, places, abbreviations and countries. */
function wordsOf(zone: string): readonly string[] {
  const cached = cachedWords.get(zone);
  if (cached !== undefined) return cached;
  const texts = [zone, PLACES[zone] ?? '', countriesByZone().get(zone) ?? ''];
  const words = plain(texts.join(' ')).split(' ');
  cachedWords.set(zone, words);
  return words;
}

let countries: Map<string, string> | undefined;

/** Returns the names of the countries of each zone, in English and in the user's language. */
function countriesByZone(): Map<string, string> {
  if (countries !== undefined) return countries;
  countries = new Map();
  const names = [...new Set(['en', navigator.language])].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  for (const code of regionCodes()) {
    const written = names.map((language) => language.of(code) ?? '').join(' ');
    if (written.trim() === '') continue;
    for (const listed of zonesOfRegion(code)) {
      const zone = CURRENT_NAMES[listed] ?? listed;
      countries.set(zone, `${countries.get(zone) ?? ''} ${written}`);
    }
  }
  return countries;
}

function regionCodes(): readonly string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

/** Older browsers can't list the zones of a country. */
function zonesOfRegion(code: string): readonly string[] {
  const locale: Intl.Locale & { readonly getTimeZones?: () => readonly string[] | undefined } =
    new Intl.Locale(`und-${code}`);
  return locale.getTimeZones?.() ?? [];
}

/** Returns the zone of a name that browsers accept but don't list, such as `us/eastern`. */
function zoneOfOldName(name: string): readonly string[] {
  if (!isZone(name)) return [];
  const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  const current = CURRENT_NAMES[zone] ?? zone;
  return isZone(current) ? [current] : [];
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
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[_/,.\s]+/g, ' ')
    .trim();
}
