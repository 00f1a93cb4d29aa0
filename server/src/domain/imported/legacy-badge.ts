import { isUUID } from '../ping/uuid.ts';

const SIGNATURE = /^(?<signature>[\w-]{8})(?<ending>-2)?$/;
const CHECK_PATH = /\/b\/\d\/(?<key>[^/]+)\.\w+$/;
const TAG_PATH = /\/badge\/(?<project>[\w-]{1,150})\/(?<signature>[^/.]+)(?:\/.+)?\.\w+$/;

/** A badge of Healthchecks that shows checks by tag. The suffix `-2` hides that checks are late. */
interface TagSignature {
  readonly signature: string;
  readonly showsLate: boolean;
}

/** Returns the key of a check's badge at Healthchecks; null if the text is not a UUID. */
export function readLegacyCheckKey(text: string): string | null {
  return isUUID(text) ? text.toLowerCase() : null;
}

/** Parses the signature from the URL of a tag badge of Healthchecks. */
export function readLegacySignature(text: string): TagSignature | null {
  const { signature, ending } = SIGNATURE.exec(text)?.groups ?? {};
  return signature === undefined ? null : { signature, showsLate: ending === undefined };
}

/** Returns the key in `badge_url` of a check at Healthchecks. */
export function legacyCheckBadge(url: string): string | null {
  return readLegacyCheckKey(CHECK_PATH.exec(url)?.groups?.key ?? '');
}

/**
 * Returns the ID of a tag's badge from its address at Healthchecks. The ID consists of the project's badge key and the signature.
 */
export function legacyTagBadge(url: string): string | null {
  const { project, signature = '' } = TAG_PATH.exec(url)?.groups ?? {};
  const read = readLegacySignature(signature);
  return project === undefined || read === null ? null : tagBadgeID(project, read);
}

export function tagBadgeID(project: string, { signature }: Pick<TagSignature, 'signature'>): string {
  return `${project}/${signature}`;
}
