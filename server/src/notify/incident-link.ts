import { timingSafeEqual } from 'node:crypto';
import type { Alert } from '../domain/alert.ts';
import { DAY_MS, SECOND_MS } from '../domain/time-units.ts';

/** How long a link of a message works, from the time of its alert. */
const LIFETIME_MS = 3 * DAY_MS;
const TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})\.([a-z0-9]{1,10})\.([\w-]{32})$/;

/** The incident that a link belongs to, and the reader of the message that contained the link. */
export interface IncidentLink {
  readonly incidentID: string;
  /** Short ID of the message's channel, or the text of `linkReaderOf`. */
  readonly reader: string;
}

const MEMBER = 'm_';

/** Returns the reader of a message that goes straight to the devices of a member. */
export function linkReaderOf(memberID: string): string {
  return `${MEMBER}${memberID}`;
}

/** Returns the member who reads a link; null if the link belongs to a channel. */
export function memberOfLink(reader: string): string | null {
  return reader.startsWith(MEMBER) ? reader.slice(MEMBER.length) : null;
}

export interface IncidentLinks {
  /** Returns the URL of an alert's page with actions; null if there is nothing to act on. Equal in every attempt of a message. */
  urlOf(alert: Alert, reader: string): string | null;
  /** Returns the content of a link; `expired` if the link was valid once, null if the link was never valid. */
  read(token: string, now: number): IncidentLink | 'expired' | null;
}

export function createIncidentLinks({
  sign,
  baseURL,
}: {
  readonly sign: (text: string) => string;
  readonly baseURL: string;
}): IncidentLinks {
  const signature = (signed: string) => sign(`incident ${signed}`);
  return {
    urlOf({ at, items, unlistedCount }, reader) {
      const incident = items.length === 1 && unlistedCount === 0 ? (items[0]?.incident ?? null) : null;
      if (incident === null || incident.closedAt !== null || reader === '') return null;
      const expires = Math.ceil((at + LIFETIME_MS) / SECOND_MS).toString(36);
      const signed = `${incident.id}.${reader}.${expires}`;
      const token = `${signed}.${signature(signed)}`;
      return TOKEN.test(token) ? `${baseURL}/act/${token}` : null;
    },
    read(token, now) {
      const [, incidentID = '', reader = '', expires = '', actual = ''] = TOKEN.exec(token) ?? [];
      const expected = signature(`${incidentID}.${reader}.${expires}`);
      if (actual.length !== expected.length || !timingSafeEqual(Buffer.from(actual), Buffer.from(expected)))
        return null;
      return now < Number.parseInt(expires, 36) * SECOND_MS ? { incidentID, reader } : 'expired';
    },
  };
}
