import { type MonitorState, type Status, type StatusFacts, statusAt } from '@overdue/domain/monitor/state.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { writeTime } from '../../api/times.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { ListedMonitor } from '../../monitors/contract.ts';
import { writePingURL } from '../../monitors/json.ts';
import { createMonitorJSONCache } from '../../monitors/monitor-json-cache.ts';
import { writeFilter } from './check-spec.ts';
import { checkUUID, uniqueKey } from './check-uuid.ts';

/** Version of the Management API, from the path of the request. */
export type Version = 1 | 2 | 3;

export type CheckStatus = 'new' | 'up' | 'grace' | 'down' | 'paused';

/**
 * Healthchecks has no status for a failing monitor below its failure threshold. We write `grace`, which clients show as a
 * warning. Healthchecks sends no alert in this status either.
 */
const STATUSES: Readonly<Record<Status, CheckStatus>> = {
  new: 'new',
  up: 'up',
  late: 'grace',
  failing: 'grace',
  down: 'down',
  paused: 'paused',
};

export interface CheckView {
  readonly version: Version;
  /** Whether the reader has a key of the kind `read`, which hides UUIDs, URLs and channels. */
  readonly isReadOnly: boolean;
  readonly baseURL: string;
  readonly now: number;
  /** UUIDs of the check's channels, joined by commas. */
  readonly channelsOf: (record: MonitorRecord) => string;
  readonly badgeURLOf: (record: MonitorRecord) => string;
}

export function checkStatus(monitor: StatusFacts, now: number): CheckStatus {
  return STATUSES[statusAt(monitor, now)];
}

export function isStarted({ paused, openRunCount }: MonitorState): boolean {
  return openRunCount > 0 && !paused;
}

/** Returns a monitor as Healthchecks writes a check. */
export function writeCheck(record: MonitorRecord, view: CheckView, lastDurationMs: number | null) {
  const { rules, state, details } = record;
  return {
    name: details.name,
    slug: details.slug,
    tags: details.tags.join(' '),
    desc: details.description,
    grace: wholeSeconds(rules.schedule.graceMs),
    n_pings: state.eventCount,
    status: view.version === 1 && isStarted(state) ? 'started' : checkStatus(record, view.now),
    started: isStarted(state),
    last_ping: isoTimeOrNull(state.lastPingAt),
    next_ping: isoTimeOrNull(nextPingAt(state)),
    manual_resume: rules.manualResume,
    ...writeFilter(rules.pingFilter),
    badge_url: view.badgeURLOf(record),
    ...(lastDurationMs === null ? {} : { last_duration: wholeSeconds(lastDurationMs) }),
    ...(view.isReadOnly ? { unique_key: uniqueKey(checkUUID(record)) } : writeAccess(record, view)),
    ...writeSchedule(rules.schedule),
  };
}

function writeAccess(record: MonitorRecord, { baseURL, version, channelsOf }: CheckView) {
  const uuid = checkUUID(record);
  const url = `${baseURL}/api/v${version}/checks/${uuid}`;
  return {
    uuid,
    ping_url: writePingURL(baseURL, record.pingID),
    update_url: url,
    pause_url: `${url}/pause`,
    resume_url: `${url}/resume`,
    channels: channelsOf(record),
  };
}

function nextPingAt({ paused, incident, nextExpectedAt }: MonitorState): number | null {
  return paused || incident !== null ? null : nextExpectedAt;
}

function writeSchedule(schedule: Schedule) {
  switch (schedule.type) {
    case 'interval':
    case 'grid':
      return { timeout: wholeSeconds(schedule.intervalMs) };
    case 'cron':
      return { schedule: schedule.cron, tz: schedule.timezone };
    case 'oncalendar':
      return { schedule: schedule.onCalendar, tz: schedule.timezone };
  }
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

/** Writes a time as Healthchecks does: in whole seconds, with an offset. */
export function isoTime(at: number): string {
  return `${writeTime(at).slice(0, 19)}+00:00`;
}

/** View for writing a list of checks. */
export interface ListView extends CheckView {
  /** Changes when a channel listed in a check changes, even if the monitor doesn't. */
  readonly channelsVersion: string;
}

/** Reads the durations of the last runs of monitors, in milliseconds. */
type ReadDurations = (monitorIDs: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Writes monitors as JSON texts of checks. Caches the texts. */
export type WriteCachedChecks = (
  listed: readonly ListedMonitor[],
  view: ListView,
  readDurations: ReadDurations,
) => Promise<readonly string[]>;

export function createCachedCheckWriter(): WriteCachedChecks {
  const texts = createMonitorJSONCache<string>();
  return async (listed, view, readDurations) => {
    const { now } = view;
    const variant = { now, variant: `${view.baseURL} ${view.channelsVersion}` };
    const keyOf = ({ id }: ListedMonitor) => `${view.version}${view.isReadOnly ? 'r' : 'w'}${id}`;
    const cachedTexts = listed.map((monitor) => texts.find(keyOf(monitor), monitor, variant));
    const missing = listed.filter((_, index) => cachedTexts[index] === null);
    const durations = await readDurations(missing.map(({ id }) => id));
    return listed.map((monitor, index) => {
      const cached = cachedTexts[index] ?? null;
      if (cached !== null) return cached;
      const record = monitor.read();
      const json = JSON.stringify(writeCheck(record, view, durations.get(monitor.id) ?? null));
      texts.keep(keyOf(monitor), monitor, { ...variant, until: validUntil(record, now), json });
      return json;
    });
  };
}

/**
 * Returns the time until which a check's text is valid. At that time, the expected run becomes late and changes the status
 * without a ping.
 */
function validUntil({ state }: MonitorRecord, now: number): number {
  const { nextExpectedAt } = state;
  return nextExpectedAt === null || nextExpectedAt < now ? Number.POSITIVE_INFINITY : nextExpectedAt + 1;
}
