import type { Monitor, MonitorInput } from '@overdue/sdk';
import { writeWholeLength } from '../../time/read-length.ts';

export type Severity = NonNullable<MonitorInput['severity']>;

/** A monitor being edited. Holds all values as typed, so that incomplete input isn't lost. */
export interface Draft {
  readonly name: string;
  /** Empty for the team's default project. */
  readonly projectShortID: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly severity: Severity;
  readonly scheduleType: 'cron' | 'interval';
  readonly cron: string;
  readonly every: string;
  readonly timezone: string;
  readonly grace: string;
  /** Empty for the default. */
  readonly limit: string;
  readonly alertAfter: string;
  readonly recoverAfter: string;
  /** Null to inherit the project's channels. */
  readonly channels: readonly string[] | null;
  readonly remind: 'project' | 'never' | 'every';
  readonly remindEvery: string;
  /** Null to inherit the project's policy, empty for none. */
  readonly escalation: string | null;
}

/** Returns the default maximum duration: the grace period, but at least one hour. */
export function defaultLimit(graceSeconds: number): number {
  return Math.max(graceSeconds, 3600);
}

export function newDraft(timezone: string, projectShortID = ''): Draft {
  return {
    name: '',
    projectShortID,
    tags: [],
    description: '',
    severity: 'normal',
    scheduleType: 'cron',
    cron: '0 2 * * *',
    every: '1 h',
    timezone,
    grace: '1 h',
    limit: '',
    alertAfter: '1',
    recoverAfter: '1',
    channels: null,
    remind: 'project',
    remindEvery: '1 h',
    escalation: null,
  };
}

export function draftOf(monitor: Monitor): Draft {
  const { schedule, remindEvery, maxRunDuration } = monitor;
  const blank = newDraft(schedule.timezone, monitor.projectShortID);
  return {
    ...blank,
    name: monitor.name,
    tags: monitor.tags,
    description: monitor.description,
    severity: monitor.severity,
    scheduleType: schedule.type,
    cron: schedule.type === 'cron' ? schedule.cron : blank.cron,
    every: schedule.type === 'interval' ? writeWholeLength(schedule.interval) : blank.every,
    grace: writeWholeLength(schedule.graceDuration),
    limit: maxRunDuration === defaultLimit(schedule.graceDuration) ? '' : writeWholeLength(maxRunDuration),
    alertAfter: String(monitor.alertAfterFailures),
    recoverAfter: String(monitor.recoverAfterSuccesses),
    channels: monitor.channels,
    remind: remindEvery === null ? 'project' : remindEvery === 0 ? 'never' : 'every',
    remindEvery:
      remindEvery === null || remindEvery === 0 ? blank.remindEvery : writeWholeLength(remindEvery),
    escalation: monitor.escalation,
  };
}

export function copyOf(monitor: Monitor, name: string): Draft {
  return { ...draftOf(monitor), name };
}
