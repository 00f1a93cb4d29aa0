import { AppError } from '@overdue/domain/error.ts';
import { NO_FILTER, type PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import { parseTimezone } from '@overdue/domain/schedule/timezone.ts';
import { z } from 'zod';

const NAME_LENGTH_MAX = 100;
const SCHEDULE_LENGTH_MAX = 100;
const KEYWORDS_LENGTH_MAX = 200;
const TIMEOUT_SECONDS_MIN = 60;
const TIMEOUT_SECONDS_MAX = 31_536_000;

/** A string. Null is invalid, as in Healthchecks. */
const string = z.string('is not a string');
const boolean = z.boolean('is not a boolean');
const keywords = upTo(KEYWORDS_LENGTH_MAX).optional();
const seconds = z
  .int('is not a number')
  .min(TIMEOUT_SECONDS_MIN, 'is too small')
  .max(TIMEOUT_SECONDS_MAX, 'is too large')
  .optional();

export const UNIQUE_FIELDS = ['name', 'slug', 'tags', 'timeout', 'grace'] as const;

/** Fields in the order of Healthchecks, because only the first problem is reported. The field name precedes each message. */
const fields = z.object({
  channels: string.optional(),
  desc: string.optional(),
  failure_kw: keywords,
  filter_subject: boolean.optional(),
  filter_body: boolean.optional(),
  filter_http_body: boolean.optional(),
  filter_default_fail: boolean.optional(),
  grace: seconds,
  manual_resume: boolean.optional(),
  methods: z.enum(['', 'POST'], 'has unexpected value').optional(),
  name: upTo(NAME_LENGTH_MAX).optional(),
  schedule: upTo(SCHEDULE_LENGTH_MAX).optional(),
  slug: upTo(NAME_LENGTH_MAX)
    .regex(/^[a-z0-9-_]*$/, 'does not match pattern')
    .optional(),
  start_kw: keywords,
  subject: keywords,
  subject_fail: keywords,
  success_kw: keywords,
  tags: string.optional(),
  timeout: seconds,
  tz: string.refine((name) => parseTimezone(name) !== null, 'is not a valid timezone').optional(),
  unique: z.array(z.enum(UNIQUE_FIELDS, 'has unexpected value'), 'is not an array').optional(),
});

/** Settings of a check in a request. Unknown fields are ignored, as in Healthchecks. */
export type CheckSpec = z.output<typeof fields>;

/** Parses the body of a request. Throws Healthchecks' message for the first problem. */
export function parseCheckSpec(body: Readonly<Record<string, unknown>>): CheckSpec {
  const parsed = fields.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [name = '', ...within] = issue?.path ?? [];
  const subject = within.length === 0 ? String(name) : `an item in '${String(name)}'`;
  throw specError(subject, issue?.message ?? '');
}

function upTo(max: number) {
  return string.refine((text) => [...text].length <= max, 'is too long');
}

/** Returns Healthchecks' error for a field. Its wording comes first, because some clients parse the message. Our reason may follow. */
export function specError(field: string, problem: string, reason = ''): AppError {
  const explanation = reason === '' ? '' : `. ${reason}`;
  return new AppError('bad_request', `json validation error: ${field} ${problem}${explanation}`);
}

/** Writes a ping filter as the fields of a check. */
export function writeFilter(filter: PingFilter | null) {
  const { searchSubject, successKeywords, failureKeywords, ...others } = filter ?? NO_FILTER;
  return {
    methods: others.methods === 'POST' ? 'POST' : '',
    subject: searchSubject ? successKeywords : '',
    subject_fail: searchSubject ? failureKeywords : '',
    start_kw: others.startKeywords,
    success_kw: successKeywords,
    failure_kw: failureKeywords,
    filter_subject: searchSubject,
    filter_body: others.searchEmailBody,
    filter_http_body: others.searchHTTPBody,
    filter_default_fail: others.otherwise === 'fail',
  };
}

/** Returns a monitor's ping filter with the changes of a request. Returns null if the request contains no filter field. */
export function filterInput(spec: CheckSpec, current: PingFilter | null): PingFilter | null {
  const { methods, start_kw, filter_body, filter_http_body, filter_default_fail } = spec;
  const subjects = subjectInput(spec, current ?? NO_FILTER);
  const otherFields = [methods, start_kw, filter_body, filter_http_body, filter_default_fail];
  if (subjects === null && otherFields.every((value) => value === undefined)) return null;
  const before = { ...(current ?? NO_FILTER), ...subjects };
  return {
    ...before,
    methods: methods === undefined ? before.methods : methods === 'POST' ? 'POST' : 'any',
    searchEmailBody: filter_body ?? before.searchEmailBody,
    searchHTTPBody: filter_http_body ?? before.searchHTTPBody,
    startKeywords: start_kw ?? before.startKeywords,
    otherwise: filter_default_fail === undefined ? before.otherwise : filter_default_fail ? 'fail' : 'ignore',
  };
}

/** Reads keywords. The older fields `subject` and `subject_fail` also turn the search of the subject on or off. */
function subjectInput(spec: CheckSpec, before: PingFilter): Partial<PingFilter> | null {
  const { subject, subject_fail, success_kw, failure_kw, filter_subject } = spec;
  const names = [subject, subject_fail, success_kw, failure_kw, filter_subject];
  if (names.every((value) => value === undefined)) return null;
  const older = {
    successKeywords: subject ?? before.successKeywords,
    failureKeywords: subject_fail ?? before.failureKeywords,
  };
  const isSearched =
    subject === undefined && subject_fail === undefined
      ? before.searchSubject
      : older.successKeywords !== '' || older.failureKeywords !== '';
  return {
    successKeywords: success_kw ?? older.successKeywords,
    failureKeywords: failure_kw ?? older.failureKeywords,
    searchSubject: filter_subject ?? isSearched,
  };
}
