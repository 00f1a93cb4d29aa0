import { z } from 'zod';
import { hiddenCharacterIn } from '../../../domain/hidden-characters.ts';
import { STATUSES } from '../../../domain/monitor.ts';
import { PING_TYPES } from '../../../domain/ping/ping.ts';

/** Where an endpoint takes no parameters, no query or no body. */
export const NOTHING = z.undefined();

// PostgreSQL keeps no NUL in any text.
const ONE_LINE = /^\P{Cc}*$/u;
const LINES = /^(?:\P{Cc}|[\t\n\r])*$/u;

/**
 * A name: text within limits that count characters, not UTF-16 units, and without characters that hide or turn it around.
 * Spaces around it are dropped.
 */
export function line(min: number, max: number) {
  return sought(min, max).superRefine((text, context) => {
    const hidden = ONE_LINE.test(text) ? hiddenCharacterIn(text) : null;
    if (hidden === null) return;
    const message = `This must not contain characters that are invisible or change the direction of text. Remove ${hidden}.`;
    context.addIssue({ code: 'custom', message });
  });
}

/** Text to look for, which may have been stored before names were as they must be now. */
export function sought(min: number, max: number) {
  return z
    .string()
    .trim()
    .superRefine(checkText(min, max, ONE_LINE))
    .meta({ minLength: min, maxLength: max });
}

/** As {@link sought}, with line breaks and tabs; spaces around it are kept where nothing is asked for. */
export function lines(max: number, min = 0) {
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
        message: 'This must not contain control characters or halves of characters.',
      });
    }
  };
}

/** A time in an answer. */
export function time(description: string, example = '2026-11-21T08:15:30.123Z') {
  return z.string().meta({ format: 'date-time', description, example });
}

const EMAIL = /^[^\s@<>(),;:"\\\p{Cc}]{1,64}@[^\s@<>(),;:"\\\p{Cc}]{1,190}$/u;

/** An email address in a request, in the form in which they are compared. */
export const emailInput = z
  .string()
  .trim()
  .max(254)
  .refine(
    (text) => EMAIL.test(text) && hiddenCharacterIn(text) === null,
    'This must be an email address, like ann@example.com.',
  )
  .transform((text) => text.toLowerCase())
  .meta({ format: 'email' });

/** The first time that an answer could not write in RFC 3339, which knows years of four digits alone. */
const TIME_MAX = Date.UTC(10_000, 0);

/** A time in a request: RFC 3339, in any offset. Gives epoch milliseconds. */
export const timeInput = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((at) => at < TIME_MAX, 'This must be a time before the year 10000 in UTC.')
  .meta({ format: 'date-time' });

/** The `shortID`s of things in a query, joined by commas; each once, in the order in which they were given. */
export function shortIDsUpTo(max: number) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((shortID) => shortID !== ''))])
    .refine((shortIDs) => shortIDs.length >= 1 && shortIDs.length <= max, `Name 1 to ${max}.`)
    .meta({ type: 'string', minLength: 1 });
}

export const status = z.enum(STATUSES).meta({
  id: 'Status',
  description:
    '`new`: no ping yet. `up`: all well. `late`: expected, still within its grace. `failing`: failed, but fewer times in a ' +
    'row than `alertAfterFailures`. `down`: an incident is open. `paused`: nothing is awaited.',
  example: 'up',
});

/** What a ping's answer and the list of events say alike of an event. */
export const eventFields = {
  number: z.int().meta({ description: '1, 2, 3… per monitor, without a gap.', example: 412 }),
  type: z.enum(PING_TYPES).meta({ description: 'What was called.', example: 'end' }),
  duration: z.number().meta({
    description: 'Seconds that the run took; 0 when nothing was measured, as with every start.',
    example: 184.22,
  }),
  warnings: z.array(z.string()).meta({ description: 'What of the ping was ignored, and why.', example: [] }),
};

/** IDs in paths are looked up as they are; what can't be one is a thing that does not exist. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const monitorParams = z.object({
  shortID: id.meta({ description: "The monitor's `shortID`.", example: 'k3v9x2mq7d' }),
});
export const transitionParams = monitorParams.extend({
  transitionID: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, description: "The transition's `id`.", example: 97 }),
});
export const channelParams = z.object({
  channelShortID: id.meta({ description: "The channel's `shortID`.", example: 'c5t8n2xw4q' }),
});
export const deliveryParams = z.object({
  key: id.meta({ description: "The delivery's `key`.", example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' }),
});
export const incidentParams = z.object({
  incidentID: id.meta({
    description: "The incident's `incidentID`.",
    example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
  }),
});
export const maintenanceParams = z.object({
  maintenanceShortID: id.meta({ description: "The window's `shortID`.", example: 'w2d9f4kx6b' }),
});
export const escalationParams = z.object({
  escalationShortID: id.meta({ description: "The policy's `shortID`.", example: 'e3h6n9xr2v' }),
});
export const memberParams = z.object({
  memberID: id.meta({
    description: "The member's `memberID`.",
    example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
  }),
});
export const memberTokenParams = memberParams.extend({
  memberTokenID: id.meta({
    description: "The `id` of a token of the member's.",
    example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
  }),
});
export const invitationParams = z.object({
  invitationID: id.meta({
    description: "The invitation's `invitationID`.",
    example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
  }),
});
export const projectParams = z.object({
  projectShortID: id.meta({ description: "The project's `shortID`.", example: 'p7w4nc2h9t' }),
});
export const shareParams = z.object({
  shareID: id.meta({
    description: "The share's `shareID`.",
    example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
  }),
});
export const sessionParams = z.object({
  sessionID: id.meta({
    description: "The session's `sessionID`.",
    example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
  }),
});
export const trustedBrowserParams = z.object({
  browserID: id.meta({
    description: "The trusted browser's `browserID`.",
    example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
  }),
});
export const tokenParams = z.object({
  tokenID: id.meta({ description: "The token's `id`.", example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' }),
});

const PAGE_LIMIT_MAX = 1000;
const DIGITS = /^\d{1,6}$/;

/** A whole number in a query, from 1 to a limit. */
export function limitUpTo(max: number) {
  return z
    .string()
    .transform((text) => (DIGITS.test(text) ? Number(text) : Number.NaN))
    .refine((limit) => limit >= 1 && limit <= max, `This must be a whole number from 1 to ${max}.`)
    .meta({ type: 'integer', minimum: 1, maximum: max });
}

export const limit = limitUpTo(PAGE_LIMIT_MAX);
// Has no example: each list takes only its own cursors, and only real ones.
export const cursor = z.string().meta({
  description: '`data.nextCursor` of the page before.',
  minLength: 1,
});

export const nextCursor = z.string().nullable().meta({
  description: 'Send it as `cursor` to get the next page; null at the end.',
  example: null,
});
