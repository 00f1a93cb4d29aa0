import type { PastRun } from '@overdue/domain/decision/past-run.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import { z } from 'zod';
import { draftItem, fitCount, type ItemResult } from '../source/draft-item.ts';
import type { ImportChannel, SourceContent } from '../source/item.ts';
import { requireFew, translateList } from '../source/read-list.ts';
import { readKumaNotification } from './notifications.ts';

const flag = z.union([z.boolean(), z.number().transform((value) => value === 1)]).nullish();

/**
 * Kuma's heartbeat statuses that count as runs. The status for maintenance doesn't count. A pending heartbeat is a failure with
 * retries left.
 */
const DOWN = 0;
const UP = 1;
const PENDING = 2;
/**
 * Messages of heartbeats that don't report a run. Kuma writes the first message when no push arrives. borgmatic sends the second
 * message when a backup begins.
 */
const NO_RUN: readonly unknown[] = ['No heartbeat in the time window', 'start'];

/** Times are UTC without a zone, and `ping` is milliseconds. */
const heartbeat = z.looseObject({
  status: z.number(),
  time: z.string(),
  msg: z.string().nullish(),
  ping: z.number().nullish(),
});

const monitor = z.looseObject({
  id: z.union([z.number(), z.string()]).transform(String),
  name: z.string().nullish(),
  description: z.string().nullish(),
  type: z.string().default(''),
  active: flag,
  interval: z.number().default(60),
  retryInterval: z.number().nullish(),
  maxretries: z.number().nullish(),
  resendInterval: z.number().nullish(),
  upsideDown: flag,
  pushToken: z.string().nullish(),
  parent: z.union([z.number(), z.string()]).transform(String).nullish(),
  tags: z.array(z.looseObject({ name: z.string(), value: z.string().nullish() })).nullish(),
  notificationIDList: z.record(z.string(), z.unknown()).nullish(),
  heartbeats: z.array(heartbeat).default([]),
  statusChanges: z.array(heartbeat).default([]),
});
type Monitor = z.output<typeof monitor>;

const backup = z.looseObject({
  version: z.string().default('1'),
  monitorList: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform(Object.values)]),
  notificationList: z.array(z.unknown()).default([]),
});

/** Reads a backup of Uptime Kuma 1, or the rows of `kuma.db` in the same form. */
export async function readUptimeKuma(json: unknown): Promise<SourceContent> {
  const parsed = backup.safeParse(json);
  if (!parsed.success)
    throw new AppError(
      'invalid',
      "The file isn't a backup of Uptime Kuma: it has no monitorList. Use a backup, or kuma.db.",
    );
  const { version, monitorList, notificationList } = parsed.data;
  requireFew(monitorList.length);
  requireFew(notificationList.length);
  const channels = notificationList.flatMap((entry) => readKumaNotification(entry) ?? []);
  const context = { channels, groups: groupsIn(monitorList), retriesPushes: !/^1\b/.test(version) };
  return {
    ...(await translateList(monitorList, {
      schema: monitor,
      translate: (entry) => translateMonitor(entry, context),
    })),
    channels,
    notes: [],
  };
}

type Groups = ReadonlyMap<string, Monitor>;

interface Context {
  readonly channels: readonly ImportChannel[];
  readonly groups: Groups;
  /** Whether retries also apply to a push with `status=down`. True since Kuma 2. */
  readonly retriesPushes: boolean;
}

function groupsIn(entries: readonly unknown[]): Groups {
  return new Map(
    entries.flatMap((entry) => {
      const { data } = monitor.safeParse(entry);
      return data?.type === 'group' ? [[data.id, data] as const] : [];
    }),
  );
}

/** Returns the groups around a monitor, outermost first. */
function groupsAround({ parent }: Monitor, groups: Groups): readonly Monitor[] {
  const around: Monitor[] = [];
  let group = parent == null ? undefined : groups.get(parent);
  while (group !== undefined && !around.includes(group)) {
    around.unshift(group);
    group = group.parent == null ? undefined : groups.get(group.parent);
  }
  return around;
}

function translateMonitor(entry: Monitor, context: Context): ItemResult | null {
  const { type, tags } = entry;
  const { channels, groups } = context;
  const name = entry.name ?? '';
  if (type === 'group') return alertingGroup(entry);
  if (type !== 'push')
    return {
      name: name === '' ? `monitor ${entry.id}` : name,
      reason: `A monitor of the type ${type} checks another system. Overdue monitors jobs that report themselves.`,
    };
  if (entry.upsideDown === true)
    return {
      name,
      reason: 'The monitor is upside down: a push means a failure. Overdue can’t reverse pings.',
    };
  const around = groupsAround(entry, groups);
  const isGroupPaused = entry.active !== false && around.some(({ active }) => active === false);
  const used = usedNotifications(entry);
  const { schedule, maxRunDuration, alertAfterFailures, notes } = translateTiming(entry, context);
  return draftItem({
    name,
    pingID: entry.pushToken ?? undefined,
    description: entry.description ?? '',
    tags: [
      ...(tags ?? []).map((tag) =>
        tag.value == null || tag.value === '' ? tag.name : `${tag.name}:${tag.value}`,
      ),
      ...around.map((group) => group.name ?? ''),
    ],
    schedule,
    maxRunDuration,
    rules: { alertAfterFailures },
    history: entry.heartbeats.flatMap(pastRun),
    pastStatuses: entry.statusChanges.map(({ status, time }) => ({ at: timeOf(time), isUp: status === UP })),
    paused: entry.active === false || isGroupPaused,
    ...(channels.length === 0 ? {} : { channels: used }),
    notes: [
      ...notes,
      ...(isGroupPaused ? ['A group of the monitor is paused, so the monitor is paused.'] : []),
      ...(channels.length > 0 && used.length === 0
        ? ['The monitor has no notifications, so it alerts no channel.']
        : []),
      ...((entry.resendInterval ?? 0) > 0
        ? ['Repeated notifications are not imported. Set reminders in Overdue instead.']
        : []),
    ],
  });
}

/** Returns a left-out notice for a group with notifications; otherwise null. Groups become tags, which have no notifications. */
function alertingGroup(group: Monitor): ItemResult | null {
  if (usedNotifications(group).length === 0) return null;
  return {
    name: group.name ?? '',
    reason:
      'The group became a tag, and tags have no notifications. The monitors in the group keep their own.',
  };
}

function usedNotifications({ notificationIDList }: Monitor): readonly string[] {
  return Object.entries(notificationIDList ?? {})
    .filter(([, isUsed]) => isUsed === true || isUsed === 1)
    .map(([id]) => id);
}

function pastRun({ status, time, msg, ping }: z.output<typeof heartbeat>): readonly PastRun[] {
  if (![DOWN, UP, PENDING].includes(status) || NO_RUN.includes(msg)) return [];
  const outcome = status === UP ? 'succeeded' : 'failed';
  return [{ kind: 'past_run', at: timeOf(time), outcome, durationMs: ping ?? null }];
}

function timeOf(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}Z`);
}

/** Seconds that Kuma adds to the interval before a push counts as missed. */
const BUFFER = 1;
/** Overdue's default maximum duration of a run, in seconds. */
const MAX_RUN_DEFAULT = 3600;

interface KumaTiming {
  /** Seconds. */
  readonly interval: number;
  readonly retryInterval?: number | null | undefined;
  readonly maxretries?: number | null | undefined;
}

interface TranslatedTiming {
  readonly schedule: ScheduleInput;
  readonly alertAfterFailures: number;
  readonly maxRunDuration: number | undefined;
  readonly notes: readonly string[];
}

/**
 * Translates Kuma's interval and retries. Kuma retries after the retry interval, which equals the interval by default. Since
 * version 2, each interval without a push and each push with `status=down` uses up one retry, so retries map to consecutive
 * failures. In earlier versions, or if the retry interval differs, retries map to the grace period.
 * @param retriesPushes whether retries also apply to a push with `status=down`
 */
function translateTiming(
  { interval, retryInterval, maxretries }: KumaTiming,
  { retriesPushes }: { readonly retriesPushes: boolean },
): TranslatedTiming {
  const retries = maxretries ?? 0;
  const wait = retryInterval == null || retryInterval === 0 ? interval : retryInterval;
  const areFailures = retriesPushes && wait === interval;
  const graceDuration = BUFFER + (areFailures ? 0 : retries * wait);
  return {
    schedule: { type: 'interval', interval, graceDuration },
    alertAfterFailures: areFailures ? fitCount(retries + 1) : 1,
    maxRunDuration: longestRun(interval + graceDuration),
    notes:
      retriesPushes && !areFailures && retries > 0
        ? [
            `Kuma’s ${retries} retries became part of the grace period. A push with status=down counts immediately.`,
          ]
        : [],
  };
}

/**
 * Returns the maximum duration to set; undefined if Overdue's default is long enough. In Kuma, a run that reported its start may
 * last until the next push is due.
 */
function longestRun(seconds: number): number | undefined {
  return seconds > MAX_RUN_DEFAULT ? seconds : undefined;
}
