import { z } from 'zod';
import { AppError } from '../../domain/error.ts';
import type { PastRun } from '../../domain/past-run.ts';
import { draftItem, type ItemResult } from '../draft-item.ts';
import type { ImportChannel, SourceContent } from '../item.ts';
import { translateList } from '../read-list.ts';
import { readKumaNotification } from './kuma-notifications.ts';

/** Seconds that Kuma adds to the interval before a push counts as missed. */
const BUFFER = 1;

const flag = z.union([z.boolean(), z.number().transform((value) => value === 1)]).nullish();

/** Kuma's heartbeat statuses that count as runs. Pending and maintenance don't. */
const DOWN = 0;
const UP = 1;
/** Message of the heartbeat that Kuma records when no push arrived. */
const NO_PUSH = 'No heartbeat in the time window';

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
  upsideDown: flag,
  pushToken: z.string().nullish(),
  parent: z.union([z.number(), z.string()]).transform(String).nullish(),
  tags: z.array(z.looseObject({ name: z.string(), value: z.string().nullish() })).nullish(),
  notificationIDList: z.record(z.string(), z.unknown()).nullish(),
  heartbeats: z.array(heartbeat).default([]),
});
type Monitor = z.output<typeof monitor>;

const backup = z.looseObject({
  monitorList: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform(Object.values)]),
  notificationList: z.array(z.unknown()).default([]),
});

/** Reads a backup of Uptime Kuma 1, or the rows of `kuma.db` in the same form. */
export async function readUptimeKuma(json: unknown): Promise<SourceContent> {
  const parsed = backup.safeParse(json);
  if (!parsed.success)
    throw new AppError(
      'invalid',
      'The file is no backup of Uptime Kuma: it has no monitorList. Give a backup, or kuma.db.',
    );
  const { monitorList, notificationList } = parsed.data;
  const channels = notificationList.flatMap((entry) => readKumaNotification(entry) ?? []);
  const groups = groupNames(monitorList);
  const context = { channels, groups };
  return {
    ...(await translateList(monitorList, {
      schema: monitor,
      translate: (entry) => translateMonitor(entry, context),
    })),
    channels,
    notes: [],
  };
}

interface Context {
  readonly channels: readonly ImportChannel[];
  readonly groups: ReadonlyMap<string, string>;
}

function groupNames(entries: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) => {
      const { data } = monitor.safeParse(entry);
      return data?.type === 'group' && data.name != null ? [[data.id, data.name] as const] : [];
    }),
  );
}

function translateMonitor(entry: Monitor, { channels, groups }: Context): ItemResult | null {
  const { type, interval, retryInterval, maxretries, tags, notificationIDList } = entry;
  const name = entry.name ?? '';
  if (type === 'group') return null;
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
  const retries = maxretries ?? 0;
  const group = entry.parent == null ? undefined : groups.get(entry.parent);
  const used = Object.entries(notificationIDList ?? {})
    .filter(([, isUsed]) => isUsed === true || isUsed === 1)
    .map(([id]) => id);
  return draftItem({
    name,
    pingID: entry.pushToken ?? undefined,
    description: entry.description ?? '',
    tags: [
      ...(tags ?? []).map((tag) =>
        tag.value == null || tag.value === '' ? tag.name : `${tag.name}:${tag.value}`,
      ),
      ...(group === undefined ? [] : [group]),
    ],
    schedule: {
      type: 'interval',
      interval,
      graceDuration:
        BUFFER + retries * (retryInterval == null || retryInterval === 0 ? interval : retryInterval),
    },
    history: entry.heartbeats.flatMap(pastRun),
    paused: entry.active === false,
    ...(channels.length === 0 ? {} : { channels: used }),
    notes:
      retries === 0
        ? []
        : [`Kuma’s ${retries} retries became grace period. A push with status=down counts at once.`],
  });
}

function pastRun({ status, time, msg, ping }: z.output<typeof heartbeat>): readonly PastRun[] {
  if ((status !== UP && status !== DOWN) || msg === NO_PUSH) return [];
  const at = Date.parse(`${time.replace(' ', 'T')}Z`);
  return [
    { kind: 'past_run', at, outcome: status === UP ? 'succeeded' : 'failed', durationMs: ping ?? null },
  ];
}
