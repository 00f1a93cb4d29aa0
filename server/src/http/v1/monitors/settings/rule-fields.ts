import { z } from 'zod';
import { DURATION_SECONDS_MAX, toMs } from '../../../../domain/duration.ts';
import { type MonitorRules, runLimitMs } from '../../../../domain/monitor-rules.ts';
import type { PingFilter } from '../../../../domain/ping/ping-filter.ts';
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

/** Response fields for a monitor's rules, except the schedule. */
export const ruleOutput = {
  alertAfterFailures: z.int().meta(ALERT_AFTER),
  recoverAfterSuccesses: z.int().meta(RECOVER_AFTER),
  maxRunDuration: z.number().meta({
    description:
      'Maximum duration of a run in seconds. Default: the larger of the grace period and one hour.',
    example: 3600,
  }),
  manualResume: z.boolean().meta(MANUAL_RESUME),
  pingFilter,
};

const INPUT = {
  alertAfterFailures: z.int().min(1).max(COUNT_MAX).meta(ALERT_AFTER),
  recoverAfterSuccesses: z.int().min(1).max(COUNT_MAX).meta(RECOVER_AFTER),
  maxRunDuration: z.number().min(1).max(DURATION_SECONDS_MAX).nullable().meta({
    description:
      'Maximum duration of a run in seconds; null for the default, the larger of the grace period and one hour.',
    example: 7200,
  }),
  manualResume: z.boolean().meta(MANUAL_RESUME),
};

export const ruleEdit = { ...z.object(INPUT).partial().shape, pingFilter: pingFilterInput.optional() };

export const ruleInput = {
  alertAfterFailures: INPUT.alertAfterFailures.default(1),
  recoverAfterSuccesses: INPUT.recoverAfterSuccesses.default(1),
  maxRunDuration: INPUT.maxRunDuration.default(null),
  manualResume: INPUT.manualResume.default(true),
  pingFilter: pingFilterInput.optional(),
};

type RuleFields = Omit<MonitorRules, 'schedule'>;
type Input = { readonly [Field in keyof typeof INPUT]: z.output<(typeof INPUT)[Field]> };
interface FilterInput {
  readonly pingFilter?: z.output<typeof pingFilterInput> | undefined;
}

export function newRuleFields(input: Input & FilterInput): RuleFields {
  const { alertAfterFailures, recoverAfterSuccesses, maxRunDuration, manualResume } = input;
  return {
    alertAfterFailures,
    recoverAfterSuccesses,
    maxRunMs: toMsOrNull(maxRunDuration),
    manualResume,
    pingFilter: editedPingFilter(null, input.pingFilter),
  };
}

type Edit = { readonly [Field in keyof Input]?: Input[Field] | undefined } & FilterInput;

/** Returns the rules after an edit. Omitted fields keep their value. */
export function editedRuleFields(rules: MonitorRules, { maxRunDuration, ...edit }: Edit): RuleFields {
  return {
    alertAfterFailures: edit.alertAfterFailures ?? rules.alertAfterFailures,
    recoverAfterSuccesses: edit.recoverAfterSuccesses ?? rules.recoverAfterSuccesses,
    maxRunMs: maxRunDuration === undefined ? rules.maxRunMs : editedMaxRunMs(rules, maxRunDuration),
    manualResume: edit.manualResume ?? rules.manualResume,
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
export function writeRules(rules: MonitorRules): Input & { readonly pingFilter: PingFilter } {
  const { alertAfterFailures, recoverAfterSuccesses, manualResume } = rules;
  return {
    alertAfterFailures,
    recoverAfterSuccesses,
    maxRunDuration: runLimitMs(rules) / 1000,
    manualResume,
    pingFilter: writePingFilter(rules.pingFilter),
  };
}
