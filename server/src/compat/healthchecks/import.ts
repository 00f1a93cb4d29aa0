import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@overdue/domain/error.ts';
import { legacyCheckBadge, legacyTagBadge } from '@overdue/domain/imported/legacy-badge.ts';
import { PING_METHODS } from '@overdue/domain/ping/ping.ts';
import { KEYWORDS_LENGTH_MAX, NO_FILTER, type PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import { isUUID } from '@overdue/domain/ping/uuid.ts';
import type { ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import { readHealthchecksExpression } from '@overdue/domain/schedule/stepped-cron.ts';
import { USER_AGENT_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { draftItem, type ItemResult } from '../source/draft-item.ts';
import type { ImportChannel, ImportedRun, SourceContent, StatusAtSource } from '../source/item.ts';
import { translateList } from '../source/read-list.ts';

const ADDRESS_LENGTH_MAX = 45;
/** Maximum bytes kept of a ping's body. */
const LOG_BYTES_MAX = 100_000;

/** Response of `GET /api/v3/checks/{uuid}/pings/`. */
const ping = z.looseObject({
  type: z.string(),
  date: z.string(),
  duration: z.number().nullish(),
  method: z.enum(PING_METHODS).catch('GET'),
  ua: z.string().nullish(),
  remote_addr: z.string().nullish(),
  /** Response of `GET /api/v3/checks/{uuid}/pings/{n}/body`. */
  body: z.string().nullish(),
});

/** Response of `GET /api/v3/checks/{uuid}/flips/`. */
const flip = z.looseObject({ timestamp: z.string(), up: z.number() });

const check = z.looseObject({
  name: z.string().default(''),
  /** Missing before version 2.0 of the API; empty in checks without a slug. */
  slug: z.string().optional(),
  tags: z.string().default(''),
  desc: z.string().default(''),
  grace: z.number().optional(),
  status: z.string().default(''),
  last_ping: z.string().nullish(),
  uuid: z.string().optional(),
  ping_url: z.string().optional(),
  timeout: z.number().optional(),
  schedule: z.string().optional(),
  tz: z.string().optional(),
  channels: z.string().optional(),
  pings: z.array(ping).default([]),
  flips: z.array(flip).default([]),
  manual_resume: z.boolean().default(false),
  methods: z.string().default(''),
  subject: z.string().default(''),
  subject_fail: z.string().default(''),
  start_kw: z.string().default(''),
  success_kw: z.string().default(''),
  failure_kw: z.string().default(''),
  filter_subject: z.boolean().default(false),
  filter_body: z.boolean().default(false),
  filter_http_body: z.boolean().default(false),
  filter_default_fail: z.boolean().default(false),
  badge_url: z.string().default(''),
});
type Check = z.output<typeof check>;

const channel = z.looseObject({ id: z.string(), name: z.string().default(''), kind: z.string().default('') });

/** Badge addresses of a tag. */
const badge = z.looseObject({ svg: z.string() });
const list = z.union([
  z.looseObject({
    checks: z.array(z.unknown()),
    channels: z.array(z.unknown()).optional(),
    badges: z.record(z.string(), z.unknown()).optional(),
  }),
  z.array(z.unknown()).transform((checks) => ({ checks, channels: undefined, badges: undefined })),
]);

/**
 * Reads the response of `GET /api/v3/checks/` of Healthchecks. The JSON may also contain the responses to the requests for `channels`
 * and `badges`.
 */
export async function readHealthchecks(json: unknown): Promise<SourceContent> {
  const parsed = list.safeParse(json);
  if (!parsed.success)
    throw new AppError(
      'invalid',
      "The file isn't a list of checks. Use the response of GET /api/v3/checks/.",
    );
  const channels = (parsed.data.channels ?? []).flatMap((entry) => {
    const read = channel.safeParse(entry);
    return read.success ? [importChannel(read.data)] : [];
  });
  const channelKeys = new Set(channels.map(({ key }) => key));
  const content = await translateList(parsed.data.checks, {
    schema: check,
    translate: (entry) => translateCheck(entry, channelKeys),
  });
  const badges = Object.entries(parsed.data.badges ?? {}).flatMap(([tag, urls]) => {
    const value = legacyTagBadge(badge.safeParse(urls).data?.svg ?? '');
    return value === null ? [] : [{ tag, value }];
  });
  return { ...content, channels, badges, notes: channels.length === 0 ? [] : [HIDDEN_CHANNELS] };
}

const HIDDEN_CHANNELS =
  'Healthchecks doesn’t reveal the settings of its integrations. Create channels with the same names before the import, ' +
  'so that the monitors use them.';

function importChannel({ id, name, kind }: z.output<typeof channel>): ImportChannel {
  return {
    key: id,
    name: name === '' ? kind : name,
    create: null,
    isDefault: false,
    uuid: isUUID(id) ? id.toLowerCase() : null,
    reason: `Healthchecks doesn’t reveal the settings of this integration (${kind}).`,
  };
}

function translateCheck(entry: Check, channels: ReadonlySet<string>): ItemResult {
  const pingID = entry.uuid ?? /[0-9a-f-]{36}$/i.exec(entry.ping_url ?? '')?.[0];
  const assigned = (entry.channels ?? '').split(',').filter((key) => channels.has(key));
  return draftItem({
    name: entry.name === '' ? (entry.slug ?? '') : entry.name,
    slug: entry.slug,
    pingID,
    description: entry.desc,
    tags: entry.tags.split(/\s+/),
    schedule: scheduleOf(entry),
    rules: { manualResume: entry.manual_resume, pingFilter: filterOf(entry) },
    statusAtSource: readStatus(entry),
    history: entry.pings.flatMap(pastRun),
    // Healthchecks lists the newest flip first. Reverses the list instead of sorting by time, because flips in the same second
    // have equal times.
    pastStatuses: entry.flips
      .map(({ timestamp, up }) => ({ at: Date.parse(timestamp), isUp: up === 1 }))
      .toReversed(),
    paused: entry.status === 'paused',
    ...(channels.size === 0 ? {} : { channels: assigned.length === channels.size ? 'all' : assigned }),
    badgeKey: legacyCheckBadge(entry.badge_url),
    notes:
      pingID === undefined
        ? ['The export was made with a read-only key, which hides ping IDs. The job needs the new ping URL.']
        : [],
  });
}

/** Version 1 of the API calls a check with an open run `started`. */
function readStatus({ status, last_ping: lastPing }: Check): StatusAtSource | null {
  if (lastPing == null || !['up', 'grace', 'down', 'started'].includes(status)) return null;
  return { lastPingAt: Date.parse(lastPing), isDown: status === 'down' };
}

function pastRun(entry: z.output<typeof ping>): readonly ImportedRun[] {
  const { type, date, duration, method, body } = entry;
  if (type !== 'success' && type !== 'fail') return [];
  const durationMs = duration == null ? null : duration * 1000;
  const outcome = type === 'fail' ? 'failed' : 'succeeded';
  const request = {
    method,
    userAgent: (entry.ua ?? '').slice(0, USER_AGENT_LENGTH_MAX),
    remoteAddress: (entry.remote_addr ?? '').slice(0, ADDRESS_LENGTH_MAX),
    exitStatus: null,
    body: body == null || body === '' ? null : Buffer.from(body).subarray(0, LOG_BYTES_MAX),
  };
  return [{ kind: 'past_run', at: Date.parse(date), outcome, durationMs, request }];
}

/** Translates the filter. Before Healthchecks 2.6, keywords apply only to the subject. */
function filterOf(entry: Check): PingFilter | null {
  const successKeywords = entry.success_kw === '' ? entry.subject : entry.success_kw;
  const failureKeywords = entry.failure_kw === '' ? entry.subject_fail : entry.failure_kw;
  const filter: PingFilter = {
    methods: entry.methods === 'POST' ? 'POST' : 'any',
    searchSubject: entry.filter_subject || entry.subject !== '' || entry.subject_fail !== '',
    searchEmailBody: entry.filter_body,
    searchHTTPBody: entry.filter_http_body,
    startKeywords: entry.start_kw.slice(0, KEYWORDS_LENGTH_MAX),
    successKeywords: successKeywords.slice(0, KEYWORDS_LENGTH_MAX),
    failureKeywords: failureKeywords.slice(0, KEYWORDS_LENGTH_MAX),
    otherwise: entry.filter_default_fail ? 'fail' : 'ignore',
  };
  return isDeepStrictEqual(filter, NO_FILTER) ? null : filter;
}

/** Translates the schedule. The export doesn't say whether the expression is cron or OnCalendar. */
function scheduleOf({ timeout, schedule, tz, grace }: Check): ScheduleInput {
  const common = { timezone: tz, graceDuration: grace };
  return schedule === undefined
    ? { ...common, type: 'interval', interval: timeout }
    : { ...common, ...readHealthchecksExpression(schedule) };
}
