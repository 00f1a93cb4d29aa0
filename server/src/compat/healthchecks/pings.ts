import { looksLikePingSecret } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { isSlug } from '@overdue/domain/ping/slug.ts';
import { isUUID } from '@overdue/domain/ping/uuid.ts';
import { PLAIN_PING, readAction, segmentsAfter } from '../../core/receive/action.ts';
import type { Dialect, DialectReading, PingCall } from '../../core/receive/dialect.ts';
import { plainResponse } from '../../core/receive/plain-text.ts';
import { errorStatus } from '../../platform/http/envelope.ts';

const PREFIX = '/ping/';
const SLUG = /^[a-z0-9_-]+$/i;
const EXIT_STATUS = /^\d+$/;

/** Healthchecks' pings by slug: `/ping/{ping key}/{slug}` with `/start`, `/fail`, `/log` or an exit status, and `?create=1`. */
export const healthchecks: Dialect = {
  name: 'healthchecks',
  claimsPath: (path) => path.startsWith(PREFIX) && hasTwoSegments(path),
  read: readSlugURL,
  writeRecorded: ({ isNew }) => (isNew ? plainResponse(201, 'Created') : plainResponse(200, 'OK')),
  writeRefused: ({ code, message }) =>
    plainResponse(errorStatus(code), code === 'not_found' ? 'not found' : message),
};

/**
 * Whether a path has a second segment after `/ping/`. Ignores the length of the key, so that clients with a malformed key also
 * get a response of this dialect.
 */
function hasTwoSegments(path: string): boolean {
  const end = path.indexOf('/', PREFIX.length);
  return end !== -1 && end < path.length - 1;
}

function readSlugURL({ path, fields }: PingCall): DialectReading | null {
  const [key = '', slug = '', action, ...more] = segmentsAfter(PREFIX, path);
  if (!looksLikePingSecret(key) || !SLUG.test(slug)) return null;
  if (!isSlug(slug)) return refused('invalid url format');
  const isWanted = fields.some(({ name, value }) => name === 'create' && value === '1');
  const creation = isWanted ? { name: slug, config: null, manualResume: false } : null;
  const address = { by: 'slug', secret: key, slug, creation } as const;
  const report = action === undefined ? PLAIN_PING : readAction(action);
  if (report === null || more.length > 0) {
    if (more.length === 0 && EXIT_STATUS.test(action ?? '')) return refused('invalid url format');
    return { kind: 'unknown_call', address, rest: `/${[action, ...more].join('/')}` };
  }
  const rid = fields.find(({ name }) => name === 'rid')?.value;
  if (rid !== undefined && !isUUID(rid)) return refused('invalid uuid format');
  return { kind: 'ping', address, path: report, fields };
}

function refused(message: string): DialectReading {
  return { kind: 'refused', error: new AppError('bad_request', message) };
}
