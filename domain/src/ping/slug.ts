/** Maximum characters of a slug, as in Healthchecks. */
export const SLUG_LENGTH_MAX = 100;

/**
 * Maximum UTF-16 code units of a name that a slug is made from. Normalizing a text takes quadratic time if the text has long
 * sequences of combining characters, so the text is cut first. Names of monitors are shorter.
 */
const SOURCE_LENGTH_MAX = 1000;

const SLUG = /^[a-z0-9_-]{1,100}$/;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/**
 * Converts a name to a slug exactly as Django does, so that the slugs of imported monitors don't change. Letters lose their
 * accents, and other characters outside ASCII are dropped. Returns '' if no character remains, for example for a Japanese name.
 * Takes bounded time, because strangers send slugs.
 */
export function slugify(name: string): string {
  const ascii = name
    .slice(0, SOURCE_LENGTH_MAX)
    .normalize('NFKD')
    .replace(/\P{ASCII}/gu, '');
  return trimSlug(
    trimSlug(
      ascii
        .toLowerCase()
        .replace(/[^a-z0-9_\s-]/g, '')
        .replace(/[-\s]+/g, '-'),
    ).slice(0, SLUG_LENGTH_MAX),
  );
}

/**
 * Returns the initial slug of a monitor, derived from its name. If the name has no Latin letters or digits, returns the short ID,
 * which is unique.
 */
export function slugOf(name: string, shortID: string): string {
  return slugify(name) || shortID;
}

/**
 * Meaning of an empty slug. `derived`: the slug is derived from the name. `none`: the monitor has no slug, as Healthchecks
 * allows.
 */
export type EmptySlug = 'derived' | 'none';

/** Returns the slug to store. */
export function chooseSlug(
  { name, slug }: { readonly name: string; readonly slug: string },
  { shortID, emptySlug }: { readonly shortID: string; readonly emptySlug: EmptySlug },
): string {
  return slug === '' && emptySlug === 'derived' ? slugOf(name, shortID) : slug;
}

function trimSlug(slug: string): string {
  let start = 0;
  let end = slug.length;
  while (start < end && isTrimmed(slug[start])) start += 1;
  while (end > start && isTrimmed(slug[end - 1])) end -= 1;
  return slug.slice(start, end);
}

function isTrimmed(character: string | undefined): boolean {
  return character === '-' || character === '_';
}
