import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { statusAt } from '@overdue/domain/monitor/state.ts';
import { NEW_PING_ID, normalizedPingIDOf } from '@overdue/domain/ping/ping.ts';
import { writeTime } from '../../api/times.ts';
import type { ChannelRecord } from '../../channels/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';

/** Ping IDs in the formats of Overdue and Healthchecks. IDs in other formats were imported from another service. */
const USUAL_PING_ID = new RegExp(`^(?:${NEW_PING_ID}|[0-9a-f]{32})$`);

export interface CronitorView {
  readonly now: number;
  readonly channels: readonly ChannelRecord[];
  /** Whether the reader may know ping IDs. */
  readonly showsPingIDs: boolean;
}

/**
 * Returns the key of a monitor: its slug. A monitor imported from Healthchecks may have no slug; its key is the ping ID, or the
 * short ID if ping IDs are hidden.
 */
export function cronitorKeyOf(
  { pingID, shortID, details }: MonitorRecord,
  { showsPingIDs }: Pick<CronitorView, 'showsPingIDs'>,
): string {
  if (details.slug !== '') return details.slug;
  return showsPingIDs ? pingID : shortID;
}

/** Returns the key in ping URLs: a ping ID that was imported from Cronitor, or else the slug. */
function codeOf(record: MonitorRecord, view: CronitorView): string {
  const { pingID } = record;
  return view.showsPingIDs && !USUAL_PING_ID.test(normalizedPingIDOf(pingID))
    ? pingID
    : cronitorKeyOf(record, view);
}

/** Writes a monitor as Cronitor does. `sentKey`: the key by which the request named the monitor, if any. */
export function writeCronitorMonitor(record: MonitorRecord, view: CronitorView, sentKey?: string) {
  const { rules, state, details } = record;
  const schedule = scheduleText(rules);
  const isMuted = details.alerting.mutedUntil !== null && details.alerting.mutedUntil > view.now;
  const status = statusAt(record, view.now);
  const key = cronitorKeyOf(record, view);
  return {
    key,
    attributes: { group_name: null, key: sentKey ?? key, code: codeOf(record, view) },
    name: details.name,
    type: 'job',
    schedule,
    schedules: [schedule],
    timezone: rules.schedule.timezone,
    grace_seconds: rules.schedule.graceMs / 1000,
    failure_tolerance: rules.alertAfterFailures - 1,
    schedule_tolerance: null,
    assertions: assertionsOf(rules),
    realert_interval: null,
    notify: notifyOf(details.alerting.channels, view.channels),
    tags: details.tags,
    group: null,
    note: details.description === '' ? null : details.description,
    metadata: null,
    platform: null,
    paused: state.paused || isMuted,
    disabled: false,
    initialized: state.hasReported,
    passing: status !== 'down' && status !== 'failing',
    running: state.openRunCount > 0,
    created: writeTime(record.createdAt),
    next_expected_at: state.nextExpectedAt === null ? null : Math.round(state.nextExpectedAt / 1000),
  };
}

/** Settings that an exported file contains. */
const EXPORTED = [
  'name',
  'schedule',
  'timezone',
  'grace_seconds',
  'failure_tolerance',
  'assertions',
  'notify',
  'tags',
  'note',
] as const;

export function exportCronitorMonitor(record: MonitorRecord, view: CronitorView): object {
  const written = writeCronitorMonitor(record, view);
  return Object.fromEntries(
    EXPORTED.map((name) => [name, written[name]] as const).filter(([, value]) => value !== null),
  );
}

export function scheduleText({ schedule }: Pick<MonitorRules, 'schedule'>): string {
  switch (schedule.type) {
    case 'cron':
      return schedule.cron;
    case 'oncalendar':
      return schedule.onCalendar;
    case 'interval':
    case 'grid':
      return `every ${writeDuration(schedule.intervalMs / 1000)}`;
  }
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

function writeDuration(seconds: number): string {
  const [name, size] = UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

export function assertionsOf({ maxRunMs }: Pick<MonitorRules, 'maxRunMs'>): readonly string[] {
  return maxRunMs === null ? [] : [`metric.duration < ${writeDuration(maxRunMs / 1000)}`];
}

function notifyOf(chosen: readonly string[] | null, channels: readonly ChannelRecord[]): readonly string[] {
  if (chosen === null) return ['default'];
  return chosen.map((id) => channels.find(({ shortID }) => shortID === id)?.name ?? id);
}
