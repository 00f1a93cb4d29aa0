import { looksLikeManagementSecret, looksLikePingSecret } from '@overdue/domain/access/project-key.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { pingTypeOf } from '@overdue/domain/ping/ping-word.ts';
import { slugify } from '@overdue/domain/ping/slug.ts';
import { PLAIN_PING } from '../../core/receive/action.ts';
import type { Dialect, DialectReading, PingCall } from '../../core/receive/dialect.ts';
import { plainRefusal, plainResponse } from '../../core/receive/plain-text.ts';

/** Telemetry without an API key. No page of the application ends in one of these words. */
const KEYLESS = /^\/([\w-]{6,64})\/(run|complete|fail|ok)\/?$/;
const KEYED = /^\/(p|ping)\/([\w-]{22}|[\w-]{32})\/([^/]{1,300})(?:\/(run|complete|fail|ok|logs))?\/?$/;
/** Prefix of telemetry with a key. No page of the application begins with it, so wrong keys get a response of this dialect too. */
const PREFIX = '/p/';
/** Parameters that only Cronitor's clients send. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'state',
  'series',
  'stamp',
  'host',
  'env',
  'metric',
  'auth_key',
]);
/** Parameters that only Healthchecks' clients send. */
const HEALTHCHECKS_FIELDS: ReadonlySet<string> = new Set(['create', 'rid']);
/** Monitor keys that can be the name of a new monitor. */
const NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/**
 * Telemetry of Cronitor. In `/p/{key}/{monitor key}` and `/ping/{key}/{monitor key}?state=…`, the key is a project's ping key, and
 * the monitor key becomes the slug. In `/{monitor key}/run`, `/complete`, `/fail` and `/ok`, the monitor key is the ping ID.
 */
export const cronitor: Dialect = {
  name: 'cronitor',
  claimsPath: (path) => path.startsWith(PREFIX) || KEYED.test(path) || KEYLESS.test(path),
  read: (call) => readKeyed(call) ?? readKeyless(call),
  writeRecorded: () => plainResponse(200, 'OK'),
  writeRefused: plainRefusal,
};

/**
 * Reads telemetry with a key. An unknown monitor key creates a monitor. Under `/ping/`, a call with a ping key and without
 * Cronitor's parameters is Healthchecks' ping. A key for the API is in telemetry only, because Healthchecks has keys for pings.
 */
function readKeyed({ path, fields }: PingCall): DialectReading | null {
  const [, prefix, key = '', monitorKey = '', state] = KEYED.exec(path) ?? [];
  // Accepts both kinds of project keys, because Cronitor's clients use one key for pings and for the API.
  const isManagementKey = looksLikeManagementSecret(key);
  if (!isManagementKey && !looksLikePingSecret(key)) return null;
  const sends = (names: ReadonlySet<string>) => fields.some(({ name }) => names.has(name));
  const isPlain = isManagementKey && state === undefined && !sends(HEALTHCHECKS_FIELDS);
  if (prefix === 'ping' && !sends(OWN_FIELDS) && !isPlain) return null;
  const text = decoded(monitorKey);
  const slug = slugify(text);
  if (slug === '') return null;
  const name = NAME.test(text) ? text : slug;
  const address = { by: 'slug', secret: key, slug, creation: { name, config: null } } as const;
  // cronitor-kubernetes sends the state as the end of the path.
  return {
    kind: 'ping',
    address,
    path: PLAIN_PING,
    fields: state === undefined ? fields : [{ name: 'state', value: state }, ...fields],
  };
}

function readKeyless({ path, fields }: PingCall): DialectReading | null {
  const [, id = '', word = ''] = KEYLESS.exec(path) ?? [];
  const type = pingTypeOf(word);
  const normalizedPingID = normalizePingID(id);
  if (type === null || normalizedPingID === null) return null;
  return { kind: 'ping', address: { by: 'id', normalizedPingID }, path: { type, exitStatus: null }, fields };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
