import { z } from 'zod';
import { SEVERITIES } from '../../../../domain/alerting/alert.ts';
import type { MonitorAlerting, ProjectAlerting } from '../../../../domain/alerting/alert-settings.ts';
import { DURATION_SECONDS_MAX, toMs } from '../../../../domain/duration.ts';
import { timeInput, timeOutput } from '../../api/schemas.ts';
import { writeTimeOrNull } from '../../api/times.ts';

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
const MONITOR_META = {
  channels: {
    description:
      "Channels to alert, by `shortID`, at most 50. `[]` turns alerts off. Null inherits the project's channels.",
    example: null,
  },
  severity: {
    description: 'Severity of the monitor. Channels can filter by severity.',
  },
  remindEvery: {
    description: `Seconds between reminders while an incident is open and not acknowledged, at least ${REMIND_SECONDS_MIN}; 0 turns reminders off. Null inherits the project's value.`,
    example: null,
  },
  mutedUntil: 'No alarms before this time; null if not muted. The monitor is still evaluated.',
  escalation: {
    description: "Escalation policy, by `shortID`; empty for none. Null inherits the project's policy.",
    example: null,
  },
};
const PROJECT_META = {
  channels: {
    description: `Channels to alert for monitors without their own, by \`shortID\`, at most ${CHANNELS_MAX}. \`[]\` turns alerts off. Null for the team's default channels.`,
    example: CHANNELS_EXAMPLE,
  },
  remindEvery: {
    description: `Seconds between reminders while an incident is open and not acknowledged, at least ${REMIND_SECONDS_MIN}; 0 turns reminders off (default).`,
    example: 3600,
  },
  escalation: {
    description: 'Escalation policy, by `shortID`; empty for none.',
    example: ESCALATION_EXAMPLE,
  },
};

export const PROJECT_EDIT_EXAMPLE = { remindEvery: PROJECT_META.remindEvery.example };

const severity = z.enum(SEVERITIES).meta({ ...MONITOR_META.severity, example: 'normal' });

export const monitorAlertingFields = {
  channels: channelIDs.nullable().meta(MONITOR_META.channels),
  severity,
  remindEvery: z.number().nullable().meta(MONITOR_META.remindEvery),
  mutedUntil: timeOutput(MONITOR_META.mutedUntil).nullable().meta({ example: null }),
  escalation: z.string().nullable().meta(MONITOR_META.escalation),
};
export const projectAlertingFields = {
  channels: channelIDs.nullable().meta(PROJECT_META.channels),
  remindEvery: z.number().meta(PROJECT_META.remindEvery),
  escalation: z.string().meta(PROJECT_META.escalation),
};

/** Request form. Omitted fields keep their value (PATCH) or take the default (POST). */
export const monitorAlertingInput = {
  channels: channelsInput.nullable().optional().meta(MONITOR_META.channels),
  severity: severity.optional(),
  remindEvery: remindInput.nullable().optional().meta(MONITOR_META.remindEvery),
  mutedUntil: timeInput
    .nullable()
    .optional()
    .meta({ description: MONITOR_META.mutedUntil, example: '2026-11-21T18:00:00Z' }),
  escalation: z.string().nullable().optional().meta(MONITOR_META.escalation),
};
export const projectAlertingInput = {
  channels: channelsInput.nullable().optional().meta(PROJECT_META.channels),
  remindEvery: remindInput.optional().meta(PROJECT_META.remindEvery),
  escalation: z.string().optional().meta(PROJECT_META.escalation),
};

const monitorInput = z.object(monitorAlertingInput);
const projectInput = z.object(projectAlertingInput);
type MonitorInput = z.output<typeof monitorInput>;
type ProjectInput = z.output<typeof projectInput>;

export function editedMonitorAlerting(current: MonitorAlerting, input: MonitorInput): MonitorAlerting {
  const {
    channels = current.channels,
    severity = current.severity,
    mutedUntil = current.mutedUntil,
    escalation = current.escalation,
    remindEvery,
  } = input;
  return {
    channels,
    severity,
    remindEveryMs: remindEvery === undefined ? current.remindEveryMs : toMsOrNull(remindEvery),
    mutedUntil,
    escalation,
  };
}

export function editedProjectAlerting(current: ProjectAlerting, input: ProjectInput): ProjectAlerting {
  const { channels = current.channels, escalation = current.escalation, remindEvery } = input;
  const remindEveryMs = remindEvery === undefined ? current.remindEveryMs : toMs(remindEvery);
  return { channels, remindEveryMs, escalation };
}

function toMsOrNull(seconds: number | null): number | null {
  return seconds === null ? null : toMs(seconds);
}

export function writeMonitorAlerting(alerting: MonitorAlerting) {
  const { channels, severity, remindEveryMs, mutedUntil, escalation } = alerting;
  return {
    channels,
    severity,
    remindEvery: remindEveryMs === null ? null : remindEveryMs / 1000,
    mutedUntil: writeTimeOrNull(mutedUntil),
    escalation,
  };
}

export function writeProjectAlerting({ channels, remindEveryMs, escalation }: ProjectAlerting) {
  return { channels, remindEvery: remindEveryMs / 1000, escalation };
}
