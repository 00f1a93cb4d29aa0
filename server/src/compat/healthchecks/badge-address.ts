import { timingSafeEqual } from 'node:crypto';
import {
  readLegacyCheckKey,
  readLegacySignature,
  tagBadgeID,
} from '@overdue/domain/imported/legacy-badge.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { LegacyIDStore } from '../../monitors/contract.ts';
import type { ProjectStore } from '../../projects/contract.ts';

/** Signs badge URLs, so that the URL of another badge can't be guessed. */
interface BadgeSigner {
  readonly baseURL: string;
  readonly sign: (text: string) => string;
}

export const BADGE_FORMATS = ['svg', 'json', 'shields'] as const;
export type BadgeFormat = (typeof BADGE_FORMATS)[number];

/** Suffix for two-state badges, which show late checks as up. */
const TWO_STATES = '-2';
const SIGNATURE = /^(?<signature>[\w-]{32})(?<ending>-2)?$/;
const CHECK_KEY = /^(?<project>[0-9a-z]{10})-(?<monitor>[0-9a-z]{10})-(?<signature>[\w-]{32})$/;

/** Tag of a badge that shows all checks of a project. */
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
  const urlOf = (format: BadgeFormat, ending: string) => {
    const name = tag === ALL ? '' : `/${encodeURIComponent(tag)}`;
    return `${signer.baseURL}/badge/${projectShortID}/${signature}${ending}${name}.${format}`;
  };
  return {
    svg: urlOf('svg', TWO_STATES),
    svg3: urlOf('svg', ''),
    json: urlOf('json', TWO_STATES),
    json3: urlOf('json', ''),
    shields: urlOf('shields', TWO_STATES),
    shields3: urlOf('shields', ''),
  };
}

interface Lookups extends Signer {
  readonly store: Pick<ProjectStore, 'projects'> & LegacyIDStore;
}

/**
 * Finds the project of a tag's badge. Accepts addresses that this service signed, and addresses that an import copied from
 * Healthchecks.
 */
export async function findTagBadge(
  { project, signature, tag }: { readonly project: string; readonly signature: string; readonly tag: string },
  { store, sign }: Lookups,
) {
  const signed = readTagSignature(signature, { projectShortID: project, tag }, { sign });
  if (signed !== null) {
    const ofTeam = await store.projects.findInAnyTeam(project);
    return ofTeam === null ? null : { ofProject: { ...ofTeam, projectShortID: project }, ...signed };
  }
  const legacySignature = readLegacySignature(signature);
  if (legacySignature === null) return null;
  const badge = await store.legacyIDs.findInAnyTeam(tagBadgeID(project, legacySignature));
  return badge?.kind === 'tag_badge' && badge.tag === tag
    ? { ofProject: badge, showsLate: legacySignature.showsLate }
    : null;
}

/**
 * Finds the monitor of a check's badge. Accepts keys that this service signed, and keys that an import copied from Healthchecks.
 */
export async function findCheckBadge(
  key: string,
  { store, sign }: Lookups,
): Promise<{ readonly teamID: string; readonly shortID: string } | null> {
  const signed = readCheckKey(key, { sign });
  if (signed !== null) {
    const ofTeam = await store.projects.findInAnyTeam(signed.projectShortID);
    return ofTeam === null ? null : { teamID: ofTeam.teamID, shortID: signed.shortID };
  }
  const legacyKey = readLegacyCheckKey(key);
  const badge = legacyKey === null ? null : await store.legacyIDs.findInAnyTeam(legacyKey);
  return badge?.kind === 'check_badge' ? { teamID: badge.teamID, shortID: badge.monitorShortID } : null;
}

/** Checks the signature in the URL of a tag's badge. Returns null if the signature is invalid. */
function readTagSignature(
  text: string,
  badge: { readonly projectShortID: string; readonly tag: string },
  { sign }: Signer,
): { readonly showsLate: boolean } | null {
  const groups = SIGNATURE.exec(text)?.groups;
  if (groups?.signature === undefined) return null;
  if (!isSame(groups.signature, sign(tagText(badge.projectShortID, badge.tag)))) return null;
  return { showsLate: groups.ending === undefined };
}

/** Reads the key in the URL of a check's badge. Returns null if its signature is invalid. */
function readCheckKey(
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
