import { looksLikePingSecret } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { Field } from '@overdue/domain/ping/ping-field.ts';
import type {
  CheckIn,
  CheckInsResult,
  Dialect,
  DialectReading,
  DialectResponse,
  PingCall,
  RecordedPing,
} from '../../core/receive/dialect.ts';
import { errorStatus } from '../../platform/http/envelope.ts';
import { outcomeOfStatus, parseCheckIn, readCheckIn, readCheckInID, readSlug } from './sentry-check-in.ts';
import { bufferOf, readEnvelopeHeader, readPayloads } from './sentry-envelope.ts';

/** Paths of Sentry. The project number is ignored, because the key identifies the project. */
const PATH = /^\/api\/\d+\/([a-z-]+)(?:\/(.*?))?\/?$/;
/** Endpoints for data that Overdue doesn't keep. */
const DROPPED = new Set([
  'store',
  'security',
  'csp-report',
  'nel',
  'minidump',
  'unreal',
  'events',
  'otlp',
  'integration',
]);
/** Maximum bytes of a check-in, as in Sentry. */
const CHECK_IN_BYTES_MAX = 100 * 1024;
const AUTH_KEY = /(?:^|[\s,])sentry_key=([^,\s]+)/i;
const JSON_TYPE = 'application/json';
/** Tells clients to send nothing but check-ins for an hour. */
const ONLY_CHECK_INS = [
  'X-Sentry-Rate-Limits',
  '3600:default;error;transaction;security;attachment;session;profile;profile_chunk;replay;feedback;span;log_item;metric_bucket;statsd;user_report_v2:key:not_supported',
];

/** Check-ins of Sentry: in envelopes and by URL. Other items of envelopes are accepted and dropped. */
export const sentry: Dialect = {
  name: 'sentry',
  claimsPath: (path) => path.startsWith('/api/') && PATH.test(path),
  read: readCall,
  // Only a check-in by URL gets this response. `writeDone` responds to check-ins in bodies.
  writeRecorded: () => ({ status: 202, type: JSON_TYPE, body: '' }),
  writeRefused,
};

function readCall(call: PingCall): DialectReading | null {
  const [, endpoint = '', rest = ''] = PATH.exec(call.path) ?? [];
  if (endpoint === 'cron') return readCron(call, rest);
  if (endpoint !== 'envelope' && !DROPPED.has(endpoint)) return null;
  const key = endpoint === 'unreal' ? rest : sentKey(call);
  if (key === null && endpoint !== 'envelope')
    return refused('unauthorized', 'missing authorization information');
  if (key !== null && !looksLikePingSecret(key)) return refused('unauthorized', 'invalid project key');
  return {
    kind: 'check_ins',
    key: key ?? keyInEnvelope,
    readBody: endpoint === 'envelope' ? readCheckIns : null,
    writeAllRecorded,
  };
}

/** Reads the key from the DSN in an envelope's header, as Sentry's Relay does if a request has no other key. */
function keyInEnvelope(beginning: Uint8Array): string {
  const dsn = readEnvelopeHeader(beginning)?.dsn;
  if (typeof dsn !== 'string') throw new AppError('unauthorized', 'missing authorization information');
  const key = URL.parse(dsn)?.username ?? '';
  if (!looksLikePingSecret(key)) throw new AppError('unauthorized', 'invalid project key');
  return key;
}

/** Reads the key from the header, as most clients send it, or from the query, as browsers do. */
function sentKey({ header, fields }: Pick<PingCall, 'header' | 'fields'>): string | null {
  const auth = header('x-sentry-auth') ?? header('authorization') ?? '';
  return AUTH_KEY.exec(auth)?.[1] ?? fieldValue(fields, 'sentry_key');
}

function fieldValue(fields: readonly Field[], name: string): string | null {
  return fields.find((field) => field.name === name)?.value ?? null;
}

/** Reads the check-ins of an envelope. A malformed check-in doesn't affect the others. */
function readCheckIns(body: Uint8Array, key: string): CheckInsResult {
  const checkIns: CheckIn[] = [];
  let problem: AppError | null = null;
  for (const bytes of readPayloads(body, 'check_in'))
    try {
      checkIns.push(readBytes(bytes, key));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problem ??= error;
    }
  return { checkIns, problem };
}

function readBytes(bytes: Buffer, key: string, pathSlug?: string): CheckIn {
  if (bytes.byteLength > CHECK_IN_BYTES_MAX)
    throw new AppError('too_large', `A check-in has more than ${CHECK_IN_BYTES_MAX} bytes.`);
  return readCheckIn(parseCheckIn(bytes.toString()), key, pathSlug);
}

/** Reads `/cron/{slug}/{key}/`, where the key may also be in the header or the query. */
function readCron(call: PingCall, rest: string): DialectReading | null {
  const [slugText = '', pathKey, ...more] = rest.split('/');
  const slug = readSlug(slugText);
  if (slug === null || more.length > 0) return null;
  const key = pathKey ?? sentKey(call);
  if (key === null) return refused('unauthorized', 'missing authorization information');
  if (!looksLikePingSecret(key)) return refused('unauthorized', 'invalid project key');
  if (
    call.method === 'POST' &&
    (call.header('content-type') ?? '').trim().toLowerCase().startsWith(JSON_TYPE)
  )
    return {
      kind: 'check_ins',
      key,
      readBody: (body) => ({
        checkIns: [readBytes(bufferOf(body), key, slug)],
        problem: null,
      }),
      writeAllRecorded: () => ({ status: 202, type: JSON_TYPE, body: '' }),
    };
  const type = outcomeOfStatus(fieldValue(call.fields, 'status') ?? '');
  if (type === null) return refused('bad_request', 'the status must be in_progress, ok or error');
  return {
    kind: 'ping',
    address: { by: 'slug', secret: key, slug, creation: null },
    path: { type, exitStatus: null },
    fields: call.fields.filter(({ name }) => name !== 'status').flatMap(asCheckInID),
  };
}

function asCheckInID(field: Field): readonly Field[] {
  if (field.name !== 'check_in_id') return [field];
  const id = readCheckInID(field.value);
  return id === null ? [] : [{ name: 'check_in_id', value: id ?? field.value }];
}

function writeAllRecorded(recorded: readonly RecordedPing[]): DialectResponse {
  const id = recorded[0]?.event.runID ?? '';
  const body = JSON.stringify(id === '' ? {} : { id });
  return { status: 200, type: JSON_TYPE, body, headers: recorded.length === 0 ? ONLY_CHECK_INS : [] };
}

function writeRefused({ code, message, retryAfterSeconds }: AppError): DialectResponse {
  // Without this header, clients stop sending everything after a 429.
  const headers =
    code === 'rate_limited' ? ['X-Sentry-Rate-Limits', `${retryAfterSeconds ?? 1}:monitor:key`] : [];
  const detail =
    code === 'not_found'
      ? 'There is no monitor with this slug, and no valid monitor_config to create it.'
      : message;
  return { status: errorStatus(code), type: JSON_TYPE, body: JSON.stringify({ detail }), headers };
}

function refused(code: 'unauthorized' | 'bad_request', message: string): DialectReading {
  return { kind: 'refused', error: new AppError(code, message) };
}
