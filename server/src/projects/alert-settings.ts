import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import type { MonitorAlerting, ProjectAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import { DURATION_SECONDS_MAX, toMs } from '@overdue/domain/duration.ts';
import { z } from 'zod';
import { timeInput, timeOutput } from '../api/schemas.ts';
import { writeTimeOrNull } from '../api/times.ts';
import { editFields, editShape, outputShape, pickFields } from './setting-fields.ts';

export const CHANNELS_MAX = 50;
const REMIND_SECONDS_MIN = 300;

const channelIDs = z.array(z.string());
export const channelsInput = channelIDs.max(CHANNELS_MAX).transform((ids) => [...new Set(ids)]);
const remindInput = z
  .number()
  .refine(
    (seconds) => seconds === 0 || (seconds >= REMIND_SECONDS_MIN && seconds <= DURATION_SECONDS_MAX),
    `This must be 0 or ${REMIND_SECONDS_MIN} to ${DURATION_SECONDS_MAX} seconds.`,
  );

export const CHANNELS_EXAMPLE = ['c5t8n2xw4q'];
const ESCALATION_EXAMPLE = 'e3h6n9xr2v';

const CHANNELS = {
  description:
    "Channels to alert, by `shortID`, at most 50. `[]` turns alerts off. Null inherits the project's channels.",
  example: null,
};
const SEVERITY = z
  .enum(SEVERITIES)
  .meta({ description: 'Severity of the monitor. Channels can filter by severity.', example: 'normal' });
const MUTED_UNTIL = 'No alarms before this time; null if not muted. The monitor is still evaluated.';
const ESCALATION = {
  description: "Escalation policy, by `shortID`; empty for none. Null inherits the project's policy.",
  example: null,
};
const REMIND_EVERY = {
  description: `Seconds between reminders while an incident is open and not acknowledged, at least ${REMIND_SECONDS_MIN}; 0 turns reminders off. Null inherits the project's value.`,
  example: null,
};

/** Alert settings of a monitor whose values requests and the domain share. */
const MONITOR_FIELDS = {
  channels: {
    output: channelIDs.nullable().meta(CHANNELS),
    input: channelsInput.nullable().meta(CHANNELS),
  },
  severity: { output: SEVERITY, input: SEVERITY },
  mutedUntil: {
    output: timeOutput(MUTED_UNTIL).nullable().meta({ example: null }),
    input: timeInput.nullable().meta({ description: MUTED_UNTIL, example: '2026-11-21T18:00:00Z' }),
  },
  escalation: {
    output: z.string().nullable().meta(ESCALATION),
    input: z.string().nullable().meta(ESCALATION),
  },
};
/** Seconds in the API, milliseconds in the domain. */
const MONITOR_REMINDERS = {
  remindEvery: {
    output: z.number().nullable().meta(REMIND_EVERY),
    input: remindInput.nullable().meta(REMIND_EVERY),
  },
};

const PROJECT_CHANNELS = {
  description: `Channels to alert for monitors without their own, by \`shortID\`, at most ${CHANNELS_MAX}. \`[]\` turns alerts off. Null for the team's default channels.`,
  example: CHANNELS_EXAMPLE,
};
const PROJECT_ESCALATION = {
  description: 'Escalation policy, by `shortID`; empty for none.',
  example: ESCALATION_EXAMPLE,
};
const PROJECT_REMIND_EVERY = {
  description: `Seconds between reminders while an incident is open and not acknowledged, at least ${REMIND_SECONDS_MIN}; 0 turns reminders off (default).`,
  example: 3600,
};

/** Alert settings of a project whose values requests and the domain share. */
const PROJECT_FIELDS = {
  channels: {
    output: channelIDs.nullable().meta(PROJECT_CHANNELS),
    input: channelsInput.nullable().meta(PROJECT_CHANNELS),
  },
  escalation: {
    output: z.string().meta(PROJECT_ESCALATION),
    input: z.string().meta(PROJECT_ESCALATION),
  },
};
/** Seconds in the API, milliseconds in the domain. */
const PROJECT_REMINDERS = {
  remindEvery: {
    output: z.number().meta(PROJECT_REMIND_EVERY),
    input: remindInput.meta(PROJECT_REMIND_EVERY),
  },
};

export const PROJECT_EDIT_EXAMPLE = { remindEvery: PROJECT_REMIND_EVERY.example };

export const monitorAlertingFields = outputShape({ ...MONITOR_FIELDS, ...MONITOR_REMINDERS });
export const projectAlertingFields = outputShape({ ...PROJECT_FIELDS, ...PROJECT_REMINDERS });

/** Request form. Omitted fields keep their value (PATCH) or take the default (POST). */
export const monitorAlertingInput = editShape({ ...MONITOR_FIELDS, ...MONITOR_REMINDERS });
export const projectAlertingInput = editShape({ ...PROJECT_FIELDS, ...PROJECT_REMINDERS });

const monitorInput = z.object(monitorAlertingInput);
const projectInput = z.object(projectAlertingInput);
type MonitorInput = z.output<typeof monitorInput>;
type ProjectInput = z.output<typeof projectInput>;

export function editedMonitorAlerting(current: MonitorAlerting, input: MonitorInput): MonitorAlerting {
  const { remindEvery } = input;
  return {
    ...editFields(MONITOR_FIELDS, current, input),
    remindEveryMs: remindEvery === undefined ? current.remindEveryMs : toMsOrNull(remindEvery),
  };
}

export function editedProjectAlerting(current: ProjectAlerting, input: ProjectInput): ProjectAlerting {
  const { remindEvery } = input;
  return {
    ...editFields(PROJECT_FIELDS, current, input),
    remindEveryMs: remindEvery === undefined ? current.remindEveryMs : toMs(remindEvery),
  };
}

function toMsOrNull(seconds: number | null): number | null {
  return seconds === null ? null : toMs(seconds);
}

export function writeMonitorAlerting(alerting: MonitorAlerting) {
  const { remindEveryMs, mutedUntil } = alerting;
  return {
    ...pickFields(MONITOR_FIELDS, alerting),
    mutedUntil: writeTimeOrNull(mutedUntil),
    remindEvery: remindEveryMs === null ? null : remindEveryMs / 1000,
  };
}

export function writeProjectAlerting(alerting: ProjectAlerting) {
  return { ...pickFields(PROJECT_FIELDS, alerting), remindEvery: alerting.remindEveryMs / 1000 };
}
