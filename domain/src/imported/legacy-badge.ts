import { isUUID } from '../ping/uuid.ts';

const SIGNATURE = /^(?<signature>[\w-]{8})(?<ending>-2)?$/;
const CHECK_PATH = /\/b\/\d\/(?<key>[^/]+)\.\w+$/;
const TAG_PREFIX = '/badge/';
const TAG_PATH = /^(?<project>[\w-]{1,150})\/(?<signature>[\w-]{1,20})(?:\/.+)?\.\w+$/;

/** Signature in the URL of a Healthchecks badge for a tag. With the suffix `-2`, the badge hides that checks are late. */
interface TagSignature {
  readonly signature: string;
  readonly showsLate: boolean;
}

/** Returns the normalized key of a Healthchecks badge for one check; null if the text is not a UUID. */
export function readLegacyCheckKey(text: string): string | null {
  return isUUID(text) ? text.toLowerCase() : null;
}

/** Parses the signature from the URL of a tag badge of Healthchecks. */
export function readLegacySignature(text: string): TagSignature | null {
  const { signature, ending } = SIGNATURE.exec(text)?.groups ?? {};
  return signature === undefined ? null : { signature, showsLate: ending === undefined };
}

/** Returns the badge key in the `badge_url` of a Healthchecks check; null if there is none. */
export function legacyCheckBadge(url: string): string | null {
  return readLegacyCheckKey(CHECK_PATH.exec(url)?.groups?.key ?? '');
}

/**
 * Returns the ID of a tag's badge from its address at Healthchecks. The ID consists of the project's badge key and the signature.
 */
export function legacyTagBadge(url: string): string | null {
  const start = url.indexOf(TAG_PREFIX);
  if (start === -1) return null;
  const { project, signature = '' } = TAG_PATH.exec(url.slice(start + TAG_PREFIX.length))?.groups ?? {};
  const read = readLegacySignature(signature);
  return project === undefined || read === null ? null : tagBadgeID(project, read);
}

export function tagBadgeID(project: string, { signature }: Pick<TagSignature, 'signature'>): string {
  return `${project}/${signature}`;
}
