/** Maximum characters of a slug. */
const SLUG_LENGTH_MAX = 100;

/** Makes the slug that the service derives from a monitor's name; '' if the name has no Latin letters or digits. */
export function slugify(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, '')
    .replace(/[-\s]+/g, '-');
  return trimmed(trimmed(words).slice(0, SLUG_LENGTH_MAX));
}

function trimmed(slug: string): string {
  return slug.replace(/^[-_]+|[-_]+$/g, '');
}
