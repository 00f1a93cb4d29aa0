import { parseTimezone } from '@overdue/domain/schedule/timezone.ts';
import { z } from 'zod';
import { specError } from './spec-error.ts';

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
