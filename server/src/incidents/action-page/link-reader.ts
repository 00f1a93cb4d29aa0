import type { V1Dependencies } from '../../api/dependencies.ts';
import type { AuditActor } from '../../audit/contract.ts';
import { VISITOR } from '../../audit/team-audit.ts';
import { type IncidentLink, parseMemberReader } from '../../channels/incident-link.ts';

/** Reader of a link: any reader of the channel that got the message, or the member who got the message directly. */
export interface LinkReader {
  readonly kind: 'channel' | 'member';
  readonly teamID: string;
  /** Short ID of the channel, or ID of the member. */
  readonly shortID: string;
  /** Name of the channel or member. */
  readonly name: string;
  /** Actor to record if the reader is not signed in. */
  readonly actor: AuditActor;
}

/**
 * Returns the suffix of a channel reader's name. The suffix keeps a name that a reader entered, or that a chat sent, from passing
 * for a member's name.
 */
export function inChannel(name: string): string {
  return ` in the channel “${name}”`;
}

/**
 * Adds the entered name to the actor of a channel's reader. A link sent to a member already names the reader, so the entered name
 * is ignored.
 */
export function namedActor({ kind, name, actor }: LinkReader, entered: string): AuditActor {
  return kind === 'member' || entered === '' ? actor : { ...actor, name: `${entered}${inChannel(name)}` };
}

/** Returns whether a name in an incident belongs to the reader, or to another reader of the same channel. */
export function isOfReader({ kind, name, actor }: LinkReader, shown: string): boolean {
  return kind === 'member' ? shown === actor.name : shown.endsWith(inChannel(name));
}

/**
 * Finds the reader of a link. Null if the channel was deleted or the member has left the team. For a message on a device, also
 * null if the member has no device left.
 */
export async function findLinkReader(
  { reader }: IncidentLink,
  store: V1Dependencies['store'],
): Promise<LinkReader | null> {
  const direct = parseMemberReader(reader);
  if (direct === null) {
    const channel = await store.channels.findInAnyTeam(reader);
    if (channel === null) return null;
    const { teamID, shortID, name } = channel;
    return {
      kind: 'channel',
      teamID,
      shortID,
      name,
      actor: { ...VISITOR, name: `Someone${inChannel(name)}` },
    };
  }
  const { memberID, by } = direct;
  if (by === 'devices' && (await store.pushDevices.list({ memberID })).length === 0) return null;
  const [member] = await store.listMembers({ memberID });
  if (member === undefined) return null;
  const name = member.name.trim() || member.email;
  return { kind: 'member', teamID: member.teamID, shortID: memberID, name, actor: { ...VISITOR, name } };
}
