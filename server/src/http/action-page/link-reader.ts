import { type IncidentLink, memberOfLink } from '../../notify/incident-link.ts';
import type { V1Dependencies } from '../v1/api/endpoint.ts';

/** Reader of a link: the readers of a channel, or the member whose devices showed the message. */
export interface LinkReader {
  readonly teamID: string;
  /** Short ID of the channel, or ID of the member. */
  readonly shortID: string;
  /** Name of the channel or member. */
  readonly name: string;
  /** Name under which actions are recorded. */
  readonly actor: string;
}

/** Null if the channel was deleted, or if the member has left the team or removed the last device. */
export async function findLinkReader(
  { reader }: IncidentLink,
  store: V1Dependencies['store'],
): Promise<LinkReader | null> {
  const memberID = memberOfLink(reader);
  if (memberID === null) {
    const channel = await store.channels.findInAnyTeam(reader);
    if (channel === null) return null;
    const { teamID, shortID, name } = channel;
    return { teamID, shortID, name, actor: `Someone in ${name}` };
  }
  const [device] = await store.pushDevices.list({ memberID });
  if (device === undefined) return null;
  const memberships = await store.listMembers({ userID: device.userID });
  const member = memberships.find(({ id }) => id === memberID);
  if (member === undefined) return null;
  const { teamID, name, email } = member;
  const actor = name === '' ? email : name;
  return { teamID, shortID: memberID, name: actor, actor };
}
