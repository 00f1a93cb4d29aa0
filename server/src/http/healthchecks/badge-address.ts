import { timingSafeEqual } from 'node:crypto';
import type { MonitorRecord } from '../../store/records.ts';

/** Signs badge URLs, so that the URL of another badge can't be guessed. */
export interface BadgeSigner {
  readonly baseURL: string;
  readonly sign: (text: string) => string;
}

export const BADGE_FORMATS = ['svg', 'json', 'shields'] as const;
export type BadgeFormat = (typeof BADGE_FORMATS)[number];

/** Suffix for two-state badges, which show late checks as up. */
const TWO_STATES = '-2';
const SIGNATURE = /^(?<signature>[\w-]{32})(?<ending>-2)?$/;
const CHECK_KEY = /^(?<project>[0-9a-z]{10})-(?<monitor>[0-9a-z]{10})-(?<signature>[\w-]{32})$/;

/** Tag that stands for all checks of a project. */
export const ALL = '*';

type Signer = Pick<BadgeSigner, 'sign'>;

/** Returns the address of a check's badge. */
export function badgeURLOf(
  { projectShortID, shortID }: Pick<MonitorRecord, 'projectShortID' | 'shortID'>,
  { baseURL, sign }: BadgeSigner,
): string {
  return `${baseURL}/b/2/${projectShortID}-${shortID}-${sign(checkText(projectShortID, shortID))}.svg`;
}

/** Returns the badge URLs of a tag, or of all checks, in each format. */
export function badgeURLs(projectShortID: string, tag: string, signer: BadgeSigner) {
  const signature = signer.sign(tagText(projectShortID, tag));
  const of = (format: BadgeFormat, ending: string) => {
    const name = tag === ALL ? '' : `/${encodeURIComponent(tag)}`;
    return `${signer.baseURL}/badge/${projectShortID}/${signature}${ending}${name}.${format}`;
  };
  return {
    svg: of('svg', TWO_STATES),
    svg3: of('svg', ''),
    json: of('json', TWO_STATES),
    json3: of('json', ''),
    shields: of('shields', TWO_STATES),
    shields3: of('shields', ''),
  };
}

/** Checks the signature in the URL of a tag's badge. Returns null if the signature is invalid. */
export function readTagSignature(
  text: string,
  badge: { readonly projectShortID: string; readonly tag: string },
  { sign }: Signer,
): { readonly showsLate: boolean } | null {
  const found = SIGNATURE.exec(text)?.groups;
  if (found?.signature === undefined) return null;
  if (!isSame(found.signature, sign(tagText(badge.projectShortID, badge.tag)))) return null;
  return { showsLate: found.ending === undefined };
}

/** Reads the key in the URL of a check's badge. Returns null if its signature is invalid. */
export function readCheckKey(
  text: string,
  { sign }: Signer,
): { readonly projectShortID: string; readonly shortID: string } | null {
  const { project, monitor, signature } = CHECK_KEY.exec(text)?.groups ?? {};
  if (project === undefined || monitor === undefined || signature === undefined) return null;
  return isSame(signature, sign(checkText(project, monitor)))
    ? { projectShortID: project, shortID: monitor }
    : null;
}

function checkText(projectShortID: string, shortID: string): string {
  return `check badge ${projectShortID} ${shortID}`;
}

function tagText(projectShortID: string, tag: string): string {
  return `tag badge ${projectShortID} ${tag}`;
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
