/** Maximum characters of a slug, as in Healthchecks. */
export const SLUG_LENGTH_MAX = 100;

const SLUG = /^[a-z0-9_-]{1,100}$/;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/**
 * Converts a name to a slug exactly as Django does, so that the slugs of imported monitors don't change. Letters lose their
 * accents, and other characters outside ASCII are dropped. Returns '' if no character remains, for example for a Japanese name.
 */
export function slugify(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\P{ASCII}/gu, '');
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
  return slug.replace(/^[-_]+|[-_]+$/g, '');
}
