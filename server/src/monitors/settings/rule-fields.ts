import { isDeepStrictEqual } from 'node:util';
import { DURATION_SECONDS_MAX, toMs } from '@overdue/domain/duration.ts';
import { type MonitorRules, RULES_DEFAULT, runLimitMs } from '@overdue/domain/monitor/rules.ts';
import {
  ACCEPTED_METHODS,
  KEYWORDS_LENGTH_MAX,
  NO_FILTER,
  OTHERWISE,
  type PingFilter,
} from '@overdue/domain/ping/ping-filter.ts';
import { z } from 'zod';
import { singleLineText } from '../../api/schemas.ts';
import { editFields, editShape, inputShape, outputShape, pickFields } from '../../projects/setting-fields.ts';

const METHODS = {
  description:
    '`POST`: a ping by another HTTP method, such as the request of a link preview, is recorded as `ignored`.',
  example: 'any',
};
const SUBJECT = { description: 'Whether the subject of emails is searched for keywords.', example: false };
const EMAIL_BODY = { description: 'Whether the text of emails is searched for keywords.', example: false };
const HTTP_BODY = {
  description: 'Whether the body of HTTP requests is searched for keywords.',
  example: true,
};
const START = { description: 'Keywords of a `start`, separated by commas.', example: '' };
const SUCCESS = { description: 'Keywords of a success, separated by commas.', example: 'Backup finished' };
const FAILURE = { description: 'Keywords of a `fail`, separated by commas.', example: 'ERROR, FAILED' };
const OTHER = {
  description: 'How a ping counts if a search for keywords finds none: as `ignored` or as a `fail`.',
  example: 'ignore',
};

/** Schema of a response. */
const pingFilter = z
  .object({
    methods: z.enum(ACCEPTED_METHODS).meta(METHODS),
    searchSubject: z.boolean().meta(SUBJECT),
    searchEmailBody: z.boolean().meta(EMAIL_BODY),
    searchHTTPBody: z.boolean().meta(HTTP_BODY),
    startKeywords: z.string().meta(START),
    successKeywords: z.string().meta(SUCCESS),
    failureKeywords: z.string().meta(FAILURE),
    otherwise: z.enum(OTHERWISE).meta(OTHER),
  })
  .meta({
    id: 'PingFilter',
    description:
      'How the text of a ping decides its type. Failure keywords count first, then success keywords, then start keywords. Case ' +
      'matters. A keyword that is found takes precedence over the path and the parameters of the ping.',
  });

const keywords = singleLineText(0, KEYWORDS_LENGTH_MAX);

/** Schema of a request. Omitted fields keep their value; in a new monitor, they get their default. */
const pingFilterInput = z
  .strictObject({
    methods: z.enum(ACCEPTED_METHODS).meta(METHODS),
    searchSubject: z.boolean().meta(SUBJECT),
    searchEmailBody: z.boolean().meta(EMAIL_BODY),
    searchHTTPBody: z.boolean().meta(HTTP_BODY),
    startKeywords: keywords.meta(START),
    successKeywords: keywords.meta(SUCCESS),
    failureKeywords: keywords.meta(FAILURE),
    otherwise: z.enum(OTHERWISE).meta(OTHER),
  })
  .partial()
  .meta({
    id: 'PingFilterInput',
    description:
      'Omitted fields keep their value. In a new monitor, no method is excluded, and nothing is searched for keywords.',
    example: { searchHTTPBody: true, failureKeywords: 'ERROR, FAILED', successKeywords: 'Backup finished' },
  });

/** Returns the filter after an edit. Returns null for a filter without effect, so that most pings skip filtering. */
function editedPingFilter(
  current: PingFilter | null,
  edit: z.output<typeof pingFilterInput> | undefined,
): PingFilter | null {
  if (edit === undefined) return current;
  const before = current ?? NO_FILTER;
  const edited: PingFilter = {
    methods: edit.methods ?? before.methods,
    searchSubject: edit.searchSubject ?? before.searchSubject,
    searchEmailBody: edit.searchEmailBody ?? before.searchEmailBody,
    searchHTTPBody: edit.searchHTTPBody ?? before.searchHTTPBody,
    startKeywords: edit.startKeywords ?? before.startKeywords,
    successKeywords: edit.successKeywords ?? before.successKeywords,
    failureKeywords: edit.failureKeywords ?? before.failureKeywords,
    otherwise: edit.otherwise ?? before.otherwise,
  };
  return isDeepStrictEqual(edited, NO_FILTER) ? null : edited;
}

function writePingFilter(filter: PingFilter | null): PingFilter {
  return filter ?? NO_FILTER;
}

const COUNT_MAX = 1000;

const ALERT_AFTER = {
  description: 'Failures in a row after which the monitor is down and alerts are sent.',
  example: 1,
};
const RECOVER_AFTER = {
  description: 'Successes in a row after which a monitor that is down recovers.',
  example: 1,
};
const MANUAL_RESUME = {
  description:
    'Whether a paused monitor stays paused when pings arrive. If false, a `ping`, `start`, `end` or `fail` resumes the monitor.',
  example: true,
};

/** Rules with one value each. A new rule needs an entry here. */
const FIELDS = {
  alertAfterFailures: {
    output: z.int().meta(ALERT_AFTER),
    input: z.int().min(1).max(COUNT_MAX).meta(ALERT_AFTER),
    initial: RULES_DEFAULT.alertAfterFailures,
  },
  recoverAfterSuccesses: {
    output: z.int().meta(RECOVER_AFTER),
    input: z.int().min(1).max(COUNT_MAX).meta(RECOVER_AFTER),
    initial: RULES_DEFAULT.recoverAfterSuccesses,
  },
  manualResume: {
    output: z.boolean().meta(MANUAL_RESUME),
    input: z.boolean().meta(MANUAL_RESUME),
    initial: RULES_DEFAULT.manualResume,
  },
};

/** Seconds in the API, milliseconds in the domain. Responses contain the effective limit. */
const maxRunDuration = {
  output: z.number().meta({
    description:
      'Maximum duration of a run in seconds. Default: the larger of the grace period and one hour.',
    example: 3600,
  }),
  input: z.number().min(1).max(DURATION_SECONDS_MAX).nullable().meta({
    description:
      'Maximum duration of a run in seconds; null for the default, the larger of the grace period and one hour.',
    example: 7200,
  }),
};

/** Response fields for a monitor's rules, except the schedule. */
export const ruleOutput = { ...outputShape(FIELDS), maxRunDuration: maxRunDuration.output, pingFilter };

export const ruleEdit = {
  ...editShape(FIELDS),
  maxRunDuration: maxRunDuration.input.optional(),
  pingFilter: pingFilterInput.optional(),
};

export const ruleInput = {
  ...inputShape(FIELDS),
  maxRunDuration: maxRunDuration.input.default(null),
  pingFilter: pingFilterInput.optional(),
};

type RuleFields = Omit<MonitorRules, 'kind' | 'schedule'>;
type SimpleRules = Pick<MonitorRules, keyof typeof FIELDS>;
interface FilterInput {
  readonly pingFilter?: z.output<typeof pingFilterInput> | undefined;
}

export function newRuleFields(
  input: SimpleRules & FilterInput & { readonly maxRunDuration: number | null },
): RuleFields {
  return {
    ...pickFields(FIELDS, input),
    maxRunMs: toMsOrNull(input.maxRunDuration),
    pingFilter: editedPingFilter(null, input.pingFilter),
  };
}

type SimpleEdit = { readonly [Field in keyof SimpleRules]?: SimpleRules[Field] | undefined };

/** Returns the rules after an edit. Omitted fields keep their value. */
export function editedRuleFields(
  rules: MonitorRules,
  edit: SimpleEdit & FilterInput & { readonly maxRunDuration?: number | null | undefined },
): RuleFields {
  const { maxRunDuration } = edit;
  return {
    ...editFields(FIELDS, rules, edit),
    maxRunMs: maxRunDuration === undefined ? rules.maxRunMs : editedMaxRunMs(rules, maxRunDuration),
    pingFilter: editedPingFilter(rules.pingFilter, edit.pingFilter),
  };
}

/** Keeps the default if a client sends back the effective limit, which responses contain instead of null. */
function editedMaxRunMs(rules: MonitorRules, seconds: number | null): number | null {
  const edited = toMsOrNull(seconds);
  return rules.maxRunMs === null && edited === runLimitMs(rules) ? null : edited;
}

function toMsOrNull(seconds: number | null): number | null {
  return seconds === null ? null : toMs(seconds);
}

/** Writes the rules for a response. `maxRunDuration` is the effective limit, even if the monitor uses the default. */
export function writeRules(
  rules: MonitorRules,
): SimpleRules & { readonly maxRunDuration: number; readonly pingFilter: PingFilter } {
  return {
    ...pickFields(FIELDS, rules),
    maxRunDuration: runLimitMs(rules) / 1000,
    pingFilter: writePingFilter(rules.pingFilter),
  };
}
