import { AppError } from '@overdue/domain/error.ts';
import { isUUID } from '@overdue/domain/ping/uuid.ts';
import { z } from 'zod';
import { writeTime } from '../../api/times.ts';
import type { EventRecord, TransitionRecord } from '../../database/records.ts';
import type { MonitorStore } from '../../monitors/contract.ts';
import { isoTime, type Version } from './check-json.ts';
import { checkUUID } from './check-uuid.ts';
import type { ManagementRoute } from './management-request.ts';
import { respondJSON, respondPlain } from './management-response.ts';
import { findCheck } from './project-checks.ts';

/** Maximum pings in a response, as in Healthchecks. */
const PINGS_MAX = 1000;
const FLIPS_AT_ONCE = 1000;
/** Maximum status changes that are read for one response. */
const FLIPS_MAX = 10_000;
const PERIOD_SECONDS_MAX = 31_536_000;
const TIMESTAMP_MAX = 10_000_000_000;

const listPings: ManagementRoute = {
  method: 'GET',
  path: '/checks/:id/pings',
  allowsReadKey: false,
  action: null,
  async respond({ id, key, version }, { store, baseURL }) {
    const record = await findCheck(key, store, id);
    const events = await store.listEvents(record.id, { limit: PINGS_MAX });
    const view: PingView = { baseURL, version, uuid: checkUUID(record) };
    return respondJSON(200, { pings: events.map((event) => writePing(event, view)) });
  },
};

const readPingBody: ManagementRoute = {
  method: 'GET',
  path: '/checks/:id/pings/:number/body',
  allowsReadKey: false,
  action: null,
  async respond({ context, id, key }, { store }) {
    const number = context.req.param('number') ?? '';
    const record = await findCheck(key, store, id);
    const body = /^\d{1,15}$/.test(number) ? await store.findEventBody(record.id, Number(number)) : null;
    if (body === null) throw new AppError('not_found', 'There is no such ping, or its body is not stored.');
    return respondPlain(200, body);
  },
};

const timestamp = z
  .string()
  .regex(/^[+-]?\d{1,20}$/)
  .transform(Number)
  .refine((seconds) => seconds >= 0 && seconds <= TIMESTAMP_MAX)
  .optional();
const period = z.object({
  start: timestamp,
  end: timestamp,
  seconds: z
    .string()
    .regex(/^\d{0,20}$/)
    .transform((text) => (text === '' ? undefined : Number(text)))
    .refine((seconds) => seconds === undefined || seconds <= PERIOD_SECONDS_MAX)
    .optional(),
});

const listFlips: ManagementRoute = {
  method: 'GET',
  path: '/checks/:id/flips',
  allowsReadKey: true,
  action: null,
  async respond({ context, id, key }, { store, clock }) {
    const record = await findCheck(key, store, id);
    const parsed = period.safeParse(context.req.query());
    if (!parsed.success)
      throw new AppError(
        'bad_request',
        `start and end must be Unix timestamps. seconds must be at most ${PERIOD_SECONDS_MAX}.`,
      );
    const { start = 0, end = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = parsed.data;
    const from = Math.max(start * 1000, clock.now() - seconds * 1000);
    const changes = await readChanges(store, record.id, from);
    const flips = flipsOf(changes).filter(({ at }) => at >= from && at < end * 1000);
    return respondJSON(200, {
      flips: flips.map(({ at, isUp }) => ({ timestamp: isoTime(at), up: isUp ? 1 : 0 })),
    });
  },
};

async function readChanges(
  store: Pick<MonitorStore, 'listTransitions'>,
  monitorID: number,
  from: number,
): Promise<readonly TransitionRecord[]> {
  const transitions: TransitionRecord[] = [];
  for (let before: number | undefined; transitions.length < FLIPS_MAX; before = transitions.at(-1)?.id) {
    const page = { limit: FLIPS_AT_ONCE, ...(before === undefined ? {} : { before }) };
    const changes = await store.listTransitions(monitorID, page);
    transitions.push(...changes);
    const oldest = changes.at(-1);
    if (oldest === undefined || changes.length < FLIPS_AT_ONCE || oldest.at < from) break;
  }
  return transitions;
}

/**
 * Leaves out changes between `up` and `failing`, because Healthchecks has no failure threshold. Also leaves out the change to
 * `new` with which a monitor was imported, because the job's status didn't change then. The given changes and the returned
 * changes are ordered from newest to oldest.
 */
export function flipsOf(
  changes: readonly Pick<TransitionRecord, 'from' | 'to' | 'at' | 'reason'>[],
): readonly { readonly at: number; readonly isUp: boolean }[] {
  const without = (status: TransitionRecord['to']) => (status === 'failing' ? 'up' : status);
  const flips: { readonly at: number; readonly isUp: boolean }[] = [];
  let status: TransitionRecord['to'] | null = null;
  for (const { from, to, at, reason } of changes.toReversed()) {
    status ??= without(from);
    if ((reason === 'imported' && to === 'new') || without(to) === status) continue;
    status = without(to);
    flips.push({ at, isUp: status === 'up' });
  }
  return flips.toReversed();
}

export const HISTORY_ROUTES = [listPings, readPingBody, listFlips];

interface PingView {
  readonly baseURL: string;
  readonly version: Version;
  readonly uuid: string;
}

const TYPES: Readonly<Record<EventRecord['type'], string>> = {
  ping: 'success',
  end: 'success',
  start: 'start',
  fail: 'fail',
  log: 'log',
  ignored: 'ign',
};

/** Returns an event as Healthchecks writes a ping. */
function writePing(event: EventRecord, { baseURL, version, uuid }: PingView) {
  const { number, type, at, durationMs, runID, request, bodySize } = event;
  const isEmail = request.method === 'EMAIL';
  return {
    type: TYPES[type],
    date: `${writeTime(at).slice(0, -1)}000+00:00`,
    n: number,
    scheme: isEmail ? 'email' : baseURL.startsWith('https:') ? 'https' : 'http',
    remote_addr: request.remoteAddress,
    method: isEmail ? '' : request.method,
    ua: request.userAgent,
    rid: isUUID(runID) ? runID : null,
    ...(durationMs === null ? {} : { duration: Math.round(durationMs / 10) / 100 }),
    body_url: bodySize === 0 ? null : `${baseURL}/api/v${version}/checks/${uuid}/pings/${number}/body`,
  };
}
