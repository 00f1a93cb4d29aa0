import { DURATION_SECONDS_MAX, toMs } from '@overdue/domain/duration.ts';
import { type MonitorRules, RULES_DEFAULT, runLimitMs } from '@overdue/domain/monitor-rules.ts';
import type { PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import { z } from 'zod';
import { editFields, editShape, inputShape, outputShape, pickFields } from '../../projects/setting-fields.ts';
import { editedPingFilter, pingFilter, pingFilterInput, writePingFilter } from './ping-filter-field.ts';

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

type RuleFields = Omit<MonitorRules, 'schedule'>;
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
