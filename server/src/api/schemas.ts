import { EMAIL_LENGTH_MAX, isEmailAddress } from '@overdue/domain/access/email-address.ts';
import { hiddenCharacterIn } from '@overdue/domain/hidden-characters.ts';
import { STATUSES } from '@overdue/domain/monitor/state.ts';
import { EVENT_TYPES } from '@overdue/domain/ping/ping.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '@overdue/domain/schedule/timezone.ts';
import { z } from 'zod';

/** Schema for path parameters, a query or a body that an endpoint doesn't accept. */
export const NOTHING = z.undefined();

// These patterns refuse NUL, which PostgreSQL can't store in text, and other control characters.
const ONE_LINE = /^\P{Cc}*$/u;
const LINES = /^(?:\P{Cc}|[\t\n\r])*$/u;

/** One trimmed line without invisible or direction-changing characters. Limits count characters, not UTF-16 units. */
export function singleLineText(min: number, max: number) {
  return searchText(min, max).superRefine((text, context) => {
    const hidden = ONE_LINE.test(text) ? hiddenCharacterIn(text) : null;
    if (hidden === null) return;
    const message = `This must not contain characters that are invisible or change the direction of text. Remove ${hidden}.`;
    context.addIssue({ code: 'custom', message });
  });
}

/** A search text. Allows hidden characters, because older names may contain them. */
export function searchText(min: number, max: number) {
  return z
    .string()
    .trim()
    .superRefine(checkText(min, max, ONE_LINE))
    .meta({ minLength: min, maxLength: max });
}

/** Like {@link searchText}, with line breaks and tabs. Keeps surrounding spaces if the text may be empty. */
export function multilineText(max: number, min = 0) {
  const text = min > 0 ? z.string().trim() : z.string();
  return text
    .superRefine(checkText(min, max, LINES))
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max });
}

function checkText(min: number, max: number, pattern: RegExp) {
  return (text: string, context: z.RefinementCtx) => {
    const length = text.length > 2 * max ? text.length : [...text].length;
    if (length < min) context.addIssue({ code: 'custom', message: 'This must not be blank.' });
    if (length > max)
      context.addIssue({ code: 'custom', message: `This must be at most ${max} characters.` });
    if (!text.isWellFormed() || !pattern.test(text)) {
      context.addIssue({
        code: 'custom',
        message: 'This must not contain control characters or unpaired surrogates.',
      });
    }
  };
}

export function timeOutput(description: string, example = '2026-11-21T08:15:30.123Z') {
  return z.string().meta({ format: 'date-time', description, example });
}

export const emailInput = z
  .string()
  .trim()
  .max(EMAIL_LENGTH_MAX)
  .refine(isEmailAddress, 'This must be an email address, like ann@example.com.')
  .transform((text) => text.toLowerCase())
  .meta({ format: 'email' });

/** First time that RFC 3339 can't express. The format has four-digit years. */
const TIME_MAX = Date.UTC(10_000, 0);

/** An RFC 3339 time in a request, with any offset. Returns epoch milliseconds. */
export const timeInput = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((at) => at < TIME_MAX, 'This must be a time before the year 10000 in UTC.')
  .meta({ format: 'date-time' });

/** Normalizes an IANA time zone. */
export const timezoneInput = z
  .string()
  .min(1)
  .transform((name, context) => {
    const timezone = parseTimezone(name);
    if (timezone !== null) return timezone;
    context.addIssue({ code: 'custom', message: UNKNOWN_TIMEZONE });
    return z.NEVER;
  });

export function shortIDsUpTo(max: number) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((shortID) => shortID !== ''))])
    .refine((shortIDs) => shortIDs.length >= 1 && shortIDs.length <= max, `Name 1 to ${max} IDs.`)
    .meta({ type: 'string', minLength: 1 });
}

export const status = z.enum(STATUSES).meta({
  id: 'Status',
  description:
    '`new`: no ping yet. `up`: as expected. `late`: a run is overdue but within its grace period. `failing`: failed, but fewer ' +
    'times in a row than `alertAfterFailures`. `down`: an incident is open. `paused`: pings are recorded but not evaluated.',
  example: 'up',
});

/** Event fields that a ping's response and the list of events share. */
export const eventFields = {
  number: z.int().meta({ description: '1, 2, 3… per monitor, without gaps.', example: 412 }),
  type: z.enum(EVENT_TYPES).meta({
    description: "Ping type. `ignored`: the monitor's `pingFilter` decided that the ping doesn't count.",
    example: 'end',
  }),
  duration: z.number().meta({
    description: 'Duration of the run in seconds; 0 if not measured, as with every start.',
    example: 184.22,
  }),
  warnings: z
    .array(z.string())
    .meta({ description: 'Parts of the ping that were ignored, and why.', example: [] }),
};

export const UUID_EXAMPLE = '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70';

/** ID in a path. Checks only characters and length. A malformed ID counts as a missing resource. */
export const pathID = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const PAGE_LIMIT_MAX = 1000;
const DIGITS = /^\d{1,6}$/;

export function limitUpTo(max: number) {
  return z
    .string()
    .transform((text) => (DIGITS.test(text) ? Number(text) : Number.NaN))
    .refine((limit) => limit >= 1 && limit <= max, `This must be a whole number from 1 to ${max}.`)
    .meta({ type: 'integer', minimum: 1, maximum: max });
}

export const limit = limitUpTo(PAGE_LIMIT_MAX);
// Has no example, because each list accepts only its own cursors.
export const cursor = z.string().meta({
  description: '`data.nextCursor` of the previous page.',
  minLength: 1,
});

export const nextCursor = z.string().nullable().meta({
  description: 'Send it as `cursor` to get the next page; null at the end.',
  example: null,
});
