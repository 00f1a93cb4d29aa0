import type {
  BulkAction,
  ListEventsQuery,
  ListMonitorsData,
  ListMonitorsQuery,
  Monitor,
  MonitorEdit,
  MonitorInput,
  Operations,
  Status,
} from '../api.generated.ts';
import type { Caller } from '../call.ts';
import { invalidArgument } from '../error.ts';
import { allOf, allPages, type Page } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';

/** Filters. A monitor must match all of them. */
export interface MonitorQuery extends Omit<ListMonitorsQuery, 'status'> {
  /** Only monitors with one of these statuses. */
  readonly status?: Status | readonly Status[] | undefined;
}

export interface MonitorList extends ListMonitorsData {
  /** Version of the list. Pass it to `listIfChanged`. */
  readonly etag: string | null;
}

/** Body that a job sent with a ping. */
export interface EventBody {
  readonly bytes: Uint8Array;
  /** The body as text; null if it isn't valid UTF-8. */
  readonly text: string | null;
}

/** Settings of a monitor that is identified by its name. */
export type MonitorUpsert = Omit<MonitorInput, 'pingID' | 'kind'>;

export interface Upserted {
  readonly monitor: Monitor;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

export type MonitorsAPI = ReturnType<typeof monitorsAPI>;

const NOT_MODIFIED = 304;

export function monitorsAPI({ call, send, read }: Caller) {
  async function list(query?: MonitorQuery, options?: RequestOptions): Promise<MonitorList> {
    const received = await send('listMonitors', { query: queryOf(query) }, options);
    return { ...read('listMonitors', received), etag: received.headers.get('ETag') };
  }
  const all = allPages(list, ({ monitors }) => monitors);

  return {
    /**
     * Lists the team's monitors, oldest first, with the team's usage. One response contains all monitors unless `limit`
     * is set.
     */
    list,
    /** Like `list`, but resolves to null if the list hasn't changed since the response with this `etag`. */
    async listIfChanged(
      etag: string,
      query?: MonitorQuery,
      options?: RequestOptions,
    ): Promise<MonitorList | null> {
      const headers = { 'If-None-Match': etag };
      const received = await send('listMonitors', { query: queryOf(query), headers }, options);
      if (received.status === NOT_MODIFIED) return null;
      return { ...read('listMonitors', received), etag: received.headers.get('ETag') };
    },
    /** Like `list`, but without the settings that no list shows, so that the response is shorter. */
    rows: (query?: MonitorQuery, options?: RequestOptions) => call.listMonitorRows(queryOf(query), options),
    /** Reads all monitors, in one request or in pages of `limit`. */
    all,
    /**
     * Creates a monitor, or changes the existing monitor with this name, so that it has the given settings. Looks for the name in
     * the project `projectShortID`, or in the whole team if no project is given. Omitted settings keep their value. If several
     * monitors have the name, the oldest monitor is used.
     */
    upsert: (input: MonitorUpsert, options?: RequestOptions) => upsertMonitor({ call, all }, input, options),
    create: call.createMonitor,
    get: call.readMonitor,
    /** Changes a monitor. Omitted fields keep their value. */
    update: call.editMonitor,
    /** Deletes a monitor with its whole history. Resolves to the deleted monitor. */
    delete: call.deleteMonitor,
    /** Pauses a monitor. Pings are still recorded, but they are not evaluated and no alerts are sent. */
    pause: call.pauseMonitor,
    resume: call.resumeMonitor,
    /** Removes a monitor's notices about invalid requests to its ping URL. */
    dismissNotices: call.dismissNotices,
    /** Reads whether pings reach the monitor's `forwardTo`. */
    forwarding: call.readForwarding,
    /**
     * Applies an action to up to 1000 monitors. Resolves to one result per monitor, because the action may succeed for some
     * monitors and fail for others.
     */
    bulk: (monitors: readonly string[], action: BulkAction, options?: RequestOptions) =>
      call.changeMonitors({ monitors, action }, options),
    events: historyOf(call.listEvents, ({ events }) => events),
    /** Reads the log of a ping, by the number of its event. */
    async eventBody(shortID: string, number: number, options?: RequestOptions): Promise<EventBody> {
      const { bytes, headers } = await send('readEventBody', { params: { shortID, number } }, options);
      const isText = headers.get('Content-Type')?.startsWith('text/plain') === true;
      return { bytes, text: isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null };
    },
    /** Runs of the job, including missed ones. */
    runs: historyOf(call.listRuns, ({ runs }) => runs),
    /** Summarizes the runs within a period, which is divided into equal parts. Default: the last 30 days in 30 parts. */
    statistics: call.readStatistics,
    /** Returns the number of runs and the downtime for each day. Default: the last 366 days in UTC. */
    days: call.listMonitorDays,
    transitions: historyOf(call.listTransitions, ({ transitions }) => transitions),
    /** Lists the channels that were alerted about a transition, and the channels that were not, with the reasons. */
    alerts: call.readTransitionAlerts,
  };
}

/** Returns the methods of a monitor's history, newest first. */
function historyOf<P extends Page, Item>(
  list: (shortID: string, query?: ListEventsQuery, options?: RequestOptions) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
) {
  return {
    /** Reads one page: 100 entries unless `limit` is set. */
    list,
    /** Reads all entries, in pages of `limit`. */
    all: (shortID: string, query?: ListEventsQuery, options?: RequestOptions) =>
      allOf(query?.cursor, (cursor) => list(shortID, { ...query, cursor }, options), itemsOf),
  };
}

function queryOf({ status, ...query }: MonitorQuery = {}): ListMonitorsQuery {
  return { ...query, status: typeof status === 'string' ? status : status?.join(',') };
}

interface MonitorCalls {
  readonly call: Operations;
  readonly all: (query?: MonitorQuery, options?: RequestOptions) => AsyncIterable<Monitor>;
}

/**
 * Creates or changes the monitor with a name.
 *
 * If several monitors have the name, the oldest monitor is used. This rule also resolves races between clients: after creating a
 * monitor, the client looks for the oldest monitor again, and deletes its own if another monitor is older. The service creates a
 * team's monitors one at a time, so all clients agree on which monitor is the oldest.
 */
async function upsertMonitor(
  { call, all }: MonitorCalls,
  input: MonitorUpsert,
  options?: RequestOptions,
): Promise<Upserted> {
  const name = typeof input.name === 'string' ? input.name.trim() : '';
  if (name === '')
    throw invalidArgument('An upsert finds the monitor by its name, so the name must not be blank.');

  async function findOldest(): Promise<Monitor | undefined> {
    const query = input.projectShortID === undefined ? {} : { project: input.projectShortID };
    for await (const monitor of all({ ...query, q: name, limit: PAGE }, options))
      if (monitor.name === name) return monitor;
    return undefined;
  }

  async function updateIfNeeded(monitor: Monitor): Promise<Upserted> {
    const edit = differenceOf(input, monitor);
    if (edit === null) return { monitor, outcome: 'unchanged' };
    return { monitor: await call.editMonitor(monitor.shortID, edit, options), outcome: 'updated' };
  }

  const existing = await findOldest();
  if (existing !== undefined) return updateIfNeeded(existing);
  const created = await call.createMonitor(input, options);
  const oldest = (await findOldest()) ?? created;
  if (oldest.shortID === created.shortID) return { monitor: created, outcome: 'created' };
  await call.deleteMonitor(created.shortID, options);
  return updateIfNeeded(oldest);
}

const PAGE = 100;

/** Returns the given settings that differ from the monitor's settings; null if none differ. */
function differenceOf(input: MonitorUpsert, monitor: Monitor): MonitorEdit | null {
  const { name: _, schedule, ...settings } = input;
  const differing = Object.entries(settings).filter(
    ([field, given]) => given !== undefined && !isSame(given, Reflect.get(monitor, field)),
  );
  const entries = Object.entries(schedule ?? {}).filter(([, given]) => given !== undefined);
  const isScheduled = entries.every(([field, given]) => isSame(given, Reflect.get(monitor.schedule, field)));
  if (differing.length === 0 && isScheduled) return null;
  return {
    ...Object.fromEntries(differing),
    ...(isScheduled ? {} : { schedule: Object.fromEntries(entries) }),
  };
}

const TIME = /^\d{4}-\d\d-\d\dT/;

function isSame(given: unknown, current: unknown): boolean {
  if (Array.isArray(given) && Array.isArray(current)) {
    return given.length === current.length && given.every((item, index) => isSame(item, current[index]));
  }
  // Compares timestamps as times, because one time can be written in several forms.
  if (typeof given === 'string' && typeof current === 'string' && TIME.test(given) && TIME.test(current)) {
    return Date.parse(given) === Date.parse(current);
  }
  return given === current;
}
