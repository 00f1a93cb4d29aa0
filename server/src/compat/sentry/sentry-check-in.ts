import { AppError } from '@overdue/domain/error.ts';
import { parseDuration } from '@overdue/domain/ping/ping.ts';
import type { RunPingType } from '@overdue/domain/ping/ping-word.ts';
import { isSlug, slugify } from '@overdue/domain/ping/slug.ts';
import type { CheckIn } from '../../core/receive/dialect.ts';
import type { CheckInText } from './sentry-check-in-text.ts';
import { isJSONObject } from './sentry-json.ts';

const STATUSES = new Map<string, RunPingType>([
  ['in_progress', 'start'],
  ['ok', 'end'],
  ['error', 'fail'],
]);
/** Maximum characters of a slug that a client sends. Sentry's clients send at most 50. */
const SENT_SLUG_LENGTH_MAX = 200;
const NIL_ID = '0'.repeat(32);
const CHECK_IN_ID = /^[0-9a-f]{32}$/;

/** Reads a check-in. A slug in the path overrides the slug in the JSON. Throws an AppError if the check-in is malformed. */
export function readCheckIn({ json, config }: CheckInText, key: string, pathSlug?: string): CheckIn {
  const { name, status, id, duration } = fieldsOf(json, pathSlug);
  const type = STATUSES.get(status);
  if (type === undefined) throw invalid('the status must be in_progress, ok or error');
  const slug = readSlug(name);
  if (slug === null) throw invalid('the monitor slug is empty, too long or invalid');
  const warnings: string[] = [];
  if (config.warning !== null) warnings.push(config.warning);
  const rid = readCheckInID(id ?? '');
  if (rid === undefined) warnings.push('check_in_id was ignored: it must be a UUID.');
  const durationMs = duration === null ? null : parseDuration(String(duration));
  if (durationMs === null && duration !== null) warnings.push('duration was ignored: it is out of range.');
  return {
    address: {
      by: 'slug',
      secret: key,
      slug,
      creation: config.ofNew === null ? null : { name: slug, config: config.ofNew },
    },
    report: {
      type,
      exitStatus: null,
      rid: rid ?? null,
      durationMs,
      message: null,
      reportedAt: null,
      warnings,
    },
    config: config.config,
  };
}

/** Returns the slug to look up; null if the sent slug is too long, or has no character that a slug can have. */
export function readSlug(sent: string): string | null {
  if (isSlug(sent)) return sent;
  const slug = sent.length > SENT_SLUG_LENGTH_MAX ? '' : slugify(sent);
  return slug === '' ? null : slug;
}

interface CheckInFields {
  readonly name: string;
  readonly status: string;
  readonly id: string | null;
  readonly duration: number | null;
}

/** Checks the fields by hand, because a schema would take longer for each check-in and create more garbage. */
function fieldsOf(json: unknown, pathSlug: string | undefined): CheckInFields {
  if (!isJSONObject(json)) throw missingFieldError('object');
  const id = json.check_in_id ?? null;
  const name = pathSlug ?? json.monitor_slug;
  const { status } = json;
  const duration = json.duration ?? null;
  if (id !== null && typeof id !== 'string') throw missingFieldError('check_in_id');
  if (typeof name !== 'string') throw missingFieldError('monitor_slug');
  if (typeof status !== 'string') throw missingFieldError('status');
  if (duration !== null && !isFiniteNumber(duration)) throw missingFieldError('duration');
  return { name, status, id, duration };
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Returns the ID without dashes, as most clients send it. Returns null for an empty or nil ID, undefined for an invalid one. */
export function readCheckInID(id: string): string | null | undefined {
  const digits = id.replaceAll('-', '').toLowerCase();
  if (digits === '' || digits === NIL_ID) return null;
  return CHECK_IN_ID.test(digits) ? digits : undefined;
}

export function outcomeOfStatus(status: string): RunPingType | null {
  return STATUSES.get(status) ?? null;
}

function missingFieldError(field: string): AppError {
  return invalid(`a check-in needs a valid ${field}`);
}

function invalid(reason: string): AppError {
  return new AppError('bad_request', `invalid check-in: ${reason}`);
}
