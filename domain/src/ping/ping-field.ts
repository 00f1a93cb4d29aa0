import { DURATION_RULE, parseDuration, parseRid, RID_RULE } from './ping.ts';
import { exitStatusOf, isLogWord, pingTypeOf, type RunPingType } from './ping-word.ts';
import { parseReportedTime, REPORTED_TIME_RULE } from './reported-time.ts';

export interface Field {
  readonly name: string;
  readonly value: string;
}

export type FieldMeaning =
  /** `exitStatus` is null if the parameter is a word. `warning` is set only if the exit status is out of range. */
  | {
      readonly kind: 'outcome';
      readonly outcome: RunPingType;
      readonly exitStatus: number | null;
      readonly warning: string | null;
    }
  /** A state that names no result. `warning` is null for a word that says that the ping is a log. */
  | { readonly kind: 'no_result'; readonly warning: string | null }
  | { readonly kind: 'message'; readonly text: string }
  /** `isOwn`: the parameter has Overdue's own name, which takes precedence over names of other services. */
  | { readonly kind: 'rid'; readonly rid: string; readonly isOwn: boolean }
  | { readonly kind: 'duration'; readonly durationMs: number; readonly isOwn: boolean }
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'invalid'; readonly warning: string }
  /** A parameter of another service that has no effect here, or an empty parameter. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unknown' };

type Reader = (value: string, name: string) => FieldMeaning;

const IGNORED: FieldMeaning = { kind: 'ignored' };
const UNKNOWN: FieldMeaning = { kind: 'unknown' };
const QUOTED_LENGTH_MAX = 40;

const READERS = new Map<string, Reader>([
  ...readersOf('state status s exit_code status_code', readOutcome),
  ...readersOf('msg message m', (text) => (text === '' ? IGNORED : { kind: 'message', text })),
  ...readersOf('series check_in_id', (value, name) => (value === '' ? IGNORED : readRid(value, name))),
  // Uptime Kuma's duration.
  ...readersOf('ping', readMilliseconds),
  // Cronitor's `duration:1.2`, `count:5`, …
  ...readersOf('metric', readMetric),
  // Cronitor.
  ...readersOf('host env stamp try auth_key user_agent', () => IGNORED),
  // Healthchecks, runitor, and jQuery's cache buster.
  ...readersOf('create runitor _', () => IGNORED),
  // Sentry.
  ...readersOf('environment sentry_key sentry_version sentry_client', () => IGNORED),
]);

function readersOf(names: string, read: Reader): readonly (readonly [string, Reader])[] {
  return names.split(' ').map((name) => [name, read] as const);
}

/** Start of the second and every further name in a URL whose `&` was written as in HTML: `&amp;status=down`. */
const HTML_AMPERSAND = 'amp;';

/** Reads one parameter. Names are case-insensitive, except for our own `rid`, `duration` and `at`. */
export function readField({ name: sent, value }: Field): FieldMeaning {
  const name = sent.startsWith(HTML_AMPERSAND) ? sent.slice(HTML_AMPERSAND.length) : sent;
  if (name === 'rid') return readRid(value, name);
  if (name === 'duration') return readDuration(value, name);
  if (name === 'at') return readTime(value, name);
  return READERS.get(name.toLowerCase())?.(value, name) ?? UNKNOWN;
}

function readRid(value: string, name: string): FieldMeaning {
  const rid = parseRid(value);
  return rid === null ? invalid(name, RID_RULE) : { kind: 'rid', rid, isOwn: name === 'rid' };
}

function readTime(value: string, name: string): FieldMeaning {
  const at = parseReportedTime(value);
  return at === null ? invalid(name, REPORTED_TIME_RULE) : { kind: 'time', at };
}

function readDuration(value: string, name: string): FieldMeaning {
  const durationMs = parseDuration(value);
  if (durationMs === null) return invalid(name, DURATION_RULE);
  return { kind: 'duration', durationMs, isOwn: name === 'duration' };
}

function readMilliseconds(value: string, name: string): FieldMeaning {
  if (value === '') return IGNORED;
  const durationMs = parseDuration(value, 'milliseconds');
  if (durationMs === null) return invalid(name, 'it must be a number of milliseconds');
  return { kind: 'duration', durationMs, isOwn: false };
}

function readMetric(value: string, name: string): FieldMeaning {
  const seconds = /^duration:(.*)$/s.exec(value)?.[1];
  return seconds === undefined ? IGNORED : readDuration(seconds, name);
}

function readOutcome(text: string, name: string): FieldMeaning {
  const value = text.trim();
  if (value === '') return noResult(`${name} is empty`);
  if (isLogWord(value)) return { kind: 'no_result', warning: null };
  const outcome = pingTypeOf(value);
  if (outcome !== null) return { kind: 'outcome', outcome, exitStatus: null, warning: null };
  const exit = exitStatusOf(value);
  if (exit === null) return noResult(`${name}=${quoteText(value)} names no result`);
  const warning =
    exit.status === null
      ? `${name}=${quoteText(value)} is not an exit status from 0 to 255, so the ping counts as a failure.`
      : null;
  return { kind: 'outcome', outcome: exit.outcome, exitStatus: exit.status, warning };
}

function noResult(reason: string): FieldMeaning {
  return { kind: 'no_result', warning: `${reason}. Send start, end, fail or an exit status.` };
}

function invalid(name: string, reason: string): FieldMeaning {
  return { kind: 'invalid', warning: `${name} was ignored: ${reason}.` };
}

/** Shortens a text for a warning, and replaces control characters. */
export function quoteText(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ');
  return line.length > QUOTED_LENGTH_MAX ? `${line.slice(0, QUOTED_LENGTH_MAX)}…` : line;
}
