import { INCIDENT_ACTIONS, type IncidentAction } from '@overdue/domain/incidents/action.ts';
import { SECOND_MS } from '@overdue/domain/time-units.ts';
import { isSameText } from './press.ts';

/** Action of a button on one incident, for the readers of one channel. */
export interface ButtonMeaning {
  readonly action: IncidentAction;
  readonly incidentID: string;
  /** Short ID of the channel. */
  readonly reader: string;
  readonly expiresAt: number;
}

/** Telegram's limit. */
const TOKEN_LENGTH_MAX = 64;
const SIGNATURE_LENGTH = 20;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Parts of a token: action, incident (22 characters of base64url), expiry, signature, channel. */
const TOKEN = /^([0-3])([\w-]{22})([0-9a-z]{7})([\w-]{20})([a-z0-9]{1,14})$/;

/** Returns the signed token of a button; null if the incident's ID is not a UUID. `sign` returns at least 20 characters. */
export function writeButtonToken(meaning: ButtonMeaning, sign: (text: string) => string): string | null {
  const { action, incidentID, reader, expiresAt } = meaning;
  if (!UUID.test(incidentID)) return null;
  const incident = Buffer.from(incidentID.replaceAll('-', ''), 'hex').toString('base64url');
  const expires = Math.ceil(expiresAt / SECOND_MS)
    .toString(36)
    .padStart(7, '0');
  const head = `${INCIDENT_ACTIONS.indexOf(action)}${incident}${expires}`;
  const token = `${head}${signatureOf(head, reader, sign)}${reader}`;
  return TOKEN.test(token) && token.length <= TOKEN_LENGTH_MAX ? token : null;
}

/** Returns the meaning of a token; `expired` if the token was valid once, null if it was never valid. */
export function readButtonToken(
  token: string,
  { sign, now }: { readonly sign: (text: string) => string; readonly now: number },
): ButtonMeaning | 'expired' | null {
  const [, index = '', incident = '', expires = '', signature = '', reader = ''] = TOKEN.exec(token) ?? [];
  const expected = signatureOf(`${index}${incident}${expires}`, reader, sign);
  const action = INCIDENT_ACTIONS[Number(index)];
  if (!isSameText(signature, expected) || action === undefined) return null;
  const expiresAt = Number.parseInt(expires, 36) * SECOND_MS;
  if (now >= expiresAt) return 'expired';
  const hex = Buffer.from(incident, 'base64url').toString('hex');
  const incidentID = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { action, incidentID, reader, expiresAt };
}

function signatureOf(head: string, reader: string, sign: (text: string) => string): string {
  return sign(`button ${head} ${reader}`).slice(0, SIGNATURE_LENGTH);
}
