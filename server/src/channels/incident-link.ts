import { timingSafeEqual } from 'node:crypto';
import type { Alert, AlertIncident } from '@overdue/domain/alerting/alert.ts';
import { ACTION_TEXTS, type IncidentAction, possibleActions } from '@overdue/domain/incidents/action.ts';
import { DAY_MS, SECOND_MS } from '@overdue/domain/time-units.ts';
import { type ButtonMeaning, readButtonToken, writeButtonToken } from './presses/button-token.ts';
import type { Button } from './presses/press.ts';

/** How long a link in a message is valid, counted from the alert's time. */
const LIFETIME_MS = 3 * DAY_MS;
const TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})\.([a-z0-9]{1,10})\.([\w-]{32})$/;

/** The incident that a link belongs to, and the reader of the message that contained the link. */
export interface IncidentLink {
  readonly incidentID: string;
  /** Short ID of the message's channel, or the result of `memberReader` for a message to a member. */
  readonly reader: string;
}

const PREFIXES = { devices: 'm_', mail: 'e_' } as const;

/**
 * A member who gets a message directly, by mail or on a device. A link on a device becomes invalid when the member has no device
 * left.
 */
interface MemberReader {
  readonly memberID: string;
  readonly by: keyof typeof PREFIXES;
}

/** Returns the reader of a message that goes directly to a member. */
export function memberReader({ memberID, by }: MemberReader): string {
  return `${PREFIXES[by]}${memberID}`;
}

/** Returns the member who reads a link; null if the link belongs to a channel. */
export function parseMemberReader(reader: string): MemberReader | null {
  for (const by of ['devices', 'mail'] as const) {
    const prefix = PREFIXES[by];
    if (reader.startsWith(prefix)) return { memberID: reader.slice(prefix.length), by };
  }
  return null;
}

/** Returns the reader of an alert's message; empty for a mail to owners and admins, because such a mail has no link. */
export function readerOf(
  channelShortID: string,
  { recipient, recipientName, mailedMemberID }: Alert,
): string {
  if (channelShortID !== '') return channelShortID;
  if (mailedMemberID !== undefined) return memberReader({ memberID: mailedMemberID, by: 'mail' });
  if (recipient === undefined || recipientName === undefined) return '';
  return memberReader({ memberID: recipient, by: 'devices' });
}

export interface IncidentLinks {
  /**
   * Returns the URL of an alert's page with actions; null if there is nothing to act on. Every attempt to send a message gets the
   * same URL.
   */
  urlOf(alert: Alert, reader: string): string | null;
  /**
   * Returns the buttons of an alert's message; none if there is nothing to act on. Every attempt to send the message gets the
   * same buttons.
   */
  buttonsOf(alert: Alert, reader: string): readonly Button[];
  /** Returns the buttons that a message keeps after one button was pressed. */
  buttonsAfter(pressed: ButtonMeaning, actions: readonly IncidentAction[]): readonly Button[];
  readButton(token: string, now: number): ButtonMeaning | 'expired' | null;
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
  const buttonsFor = (of: Omit<ButtonMeaning, 'action'>, actions: readonly IncidentAction[]) =>
    actions.flatMap((action): readonly Button[] => {
      const token = writeButtonToken({ ...of, action }, sign);
      return token === null ? [] : [{ action, text: ACTION_TEXTS[action], token }];
    });
  return {
    urlOf({ at, items, unlistedCount }, reader) {
      const incident = incidentOf({ items, unlistedCount });
      if (incident === null || reader === '') return null;
      const expires = Math.ceil((at + LIFETIME_MS) / SECOND_MS).toString(36);
      const signed = `${incident.id}.${reader}.${expires}`;
      const token = `${signed}.${signature(signed)}`;
      return TOKEN.test(token) ? `${baseURL}/act/${token}` : null;
    },
    buttonsOf({ at, items, unlistedCount }, reader) {
      const incident = incidentOf({ items, unlistedCount });
      if (incident === null) return [];
      const { id: incidentID, closedAt, acknowledgedAt = null } = incident;
      const expiresAt = at + LIFETIME_MS;
      return buttonsFor({ incidentID, reader, expiresAt }, possibleActions({ closedAt, acknowledgedAt }));
    },
    buttonsAfter: buttonsFor,
    readButton: (token, now) => readButtonToken(token, { sign, now }),
    read(token, now) {
      const [, incidentID = '', reader = '', expires = '', actual = ''] = TOKEN.exec(token) ?? [];
      const expected = signature(`${incidentID}.${reader}.${expires}`);
      if (actual.length !== expected.length || !timingSafeEqual(Buffer.from(actual), Buffer.from(expected)))
        return null;
      return now < Number.parseInt(expires, 36) * SECOND_MS ? { incidentID, reader } : 'expired';
    },
  };
}

/** Returns the open incident that an alert is about; null if there is none, or if there are several. */
function incidentOf({ items, unlistedCount }: Pick<Alert, 'items' | 'unlistedCount'>): AlertIncident | null {
  const incident = items.length === 1 && unlistedCount === 0 ? (items[0]?.incident ?? null) : null;
  return incident === null || incident.closedAt !== null ? null : incident;
}
