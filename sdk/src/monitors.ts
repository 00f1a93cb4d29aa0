import type {
  Answers,
  BulkAction,
  BulkResult,
  Event,
  Inputs,
  Monitor,
  MonitorEdit,
  MonitorInput,
  Run,
  Statistics,
  Status,
  Transition,
  TransitionAlerts,
} from './api.generated.ts';
import type { Caller, RequestOptions } from './call.ts';
import { allOf, allPages, type Page, type PageQuery } from './page.ts';
import { type MonitorUpsert, type Upserted, upsertMonitor } from './upsert.ts';

/** All filters together must hold. */
export interface MonitorQuery extends Omit<NonNullable<Inputs['listMonitors']['query']>, 'status'> {
  /** Only monitors with this status, or one of these. */
  readonly status?: Status | readonly Status[] | undefined;
}

export type StatisticsQuery = NonNullable<Inputs['readStatistics']['query']>;

export type MonitorList = Answers['listMonitors'] & {
  /** For {@link MonitorsAPI.listIfChanged}. */
  readonly etag: string | null;
};

/** What a job sent with a ping. */
export interface EventBody {
  readonly bytes: Uint8Array;
  /** Null when it is not valid UTF-8. */
  readonly text: string | null;
}

export interface MonitorsAPI {
  /** The team's monitors, oldest first, with the team's usage. All in one answer, unless there is a `limit`. */
  list(query?: MonitorQuery, options?: RequestOptions): Promise<MonitorList>;
  /** As `list`; null when nothing has changed since the answer with that `etag`. */
  listIfChanged(etag: string, query?: MonitorQuery, options?: RequestOptions): Promise<MonitorList | null>;
  /** All monitors, read in pages of `limit`, or at once. */
  all(query?: MonitorQuery, options?: RequestOptions): AsyncIterable<Monitor>;
  /** Creates a monitor, or changes the one that has its name: see {@link upsertMonitor}. */
  upsert(input: MonitorUpsert, options?: RequestOptions): Promise<Upserted>;
  create(input: MonitorInput, options?: RequestOptions): Promise<Monitor>;
  get(shortID: string, options?: RequestOptions): Promise<Monitor>;
  /** What is left out stays. */
  update(shortID: string, edit: MonitorEdit, options?: RequestOptions): Promise<Monitor>;
  /** With its whole history. Resolves to the monitor as it last was. */
  delete(shortID: string, options?: RequestOptions): Promise<Monitor>;
  /** Pings are still recorded, but nothing is awaited and there is no alert. */
  pause(shortID: string, options?: RequestOptions): Promise<Monitor>;
  resume(shortID: string, options?: RequestOptions): Promise<Monitor>;
  /** Removes the notices about requests to the ping URL that were not understood. */
  dismissNotices(shortID: string, options?: RequestOptions): Promise<Monitor>;
  /** Does the same to up to 1000 monitors. Resolves to what came of each: some may be done and others not. */
  bulk(
    shortIDs: readonly string[],
    action: BulkAction,
    options?: RequestOptions,
  ): Promise<readonly BulkResult[]>;
  /** The pings that came. */
  readonly events: History<Answers['listEvents'], Event>;
  /** The log that a ping brought, by the event's number. */
  eventBody(shortID: string, number: number, options?: RequestOptions): Promise<EventBody>;
  /** The runs of the job, and those that were missed. */
  readonly runs: History<Answers['listRuns'], Run>;
  /** What its runs come to in a time: the last 30 days in 30 parts, unless you say otherwise. */
  statistics(shortID: string, query?: StatisticsQuery, options?: RequestOptions): Promise<Statistics>;
  /** The changes of its status. */
  readonly transitions: History<Answers['listTransitions'], Transition>;
  /** Who was told of a transition, who was not, and why. */
  alerts(shortID: string, transitionID: number, options?: RequestOptions): Promise<TransitionAlerts>;
}

/** What happened to a monitor, newest first. */
export interface History<P, Item> {
  /** One page: 100, unless there is a `limit`. */
  list(shortID: string, query?: PageQuery, options?: RequestOptions): Promise<P>;
  /** All of it, read in pages of `limit`. */
  all(shortID: string, query?: PageQuery, options?: RequestOptions): AsyncIterable<Item>;
}

const NOT_MODIFIED = 304;

export function monitorsAPI({ call, send, read }: Caller): MonitorsAPI {
  const list: MonitorsAPI['list'] = async (query, options) => {
    const received = await send('listMonitors', { query: queryOf(query) }, options);
    return { ...read('listMonitors', received), etag: received.headers.get('ETag') };
  };

  const api: Omit<MonitorsAPI, 'upsert'> = {
    list,
    async listIfChanged(etag, query, options) {
      const headers = { 'If-None-Match': etag };
      const received = await send('listMonitors', { query: queryOf(query), headers }, options);
      if (received.status === NOT_MODIFIED) return null;
      return { ...read('listMonitors', received), etag: received.headers.get('ETag') };
    },
    all: allPages(list, ({ monitors }) => monitors),
    create: async (body, options) => (await call('createMonitor', { body }, options)).monitor,
    get: async (shortID, options) => (await call('readMonitor', { params: { shortID } }, options)).monitor,
    update: async (shortID, body, options) =>
      (await call('editMonitor', { params: { shortID }, body }, options)).monitor,
    delete: async (shortID, options) =>
      (await call('deleteMonitor', { params: { shortID } }, options)).monitor,
    pause: async (shortID, options) => (await call('pauseMonitor', { params: { shortID } }, options)).monitor,
    resume: async (shortID, options) =>
      (await call('resumeMonitor', { params: { shortID } }, options)).monitor,
    dismissNotices: async (shortID, options) =>
      (await call('dismissNotices', { params: { shortID } }, options)).monitor,
    bulk: async (monitors, action, options) =>
      (await call('changeMonitors', { body: { monitors, action } }, options)).results,
    events: historyOf(
      (input, options) => call('listEvents', input, options),
      ({ events }) => events,
    ),
    async eventBody(shortID, number, options) {
      const { bytes, headers } = await send('readEventBody', { params: { shortID, number } }, options);
      const isText = headers.get('Content-Type')?.startsWith('text/plain') === true;
      return { bytes, text: isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null };
    },
    runs: historyOf(
      (input, options) => call('listRuns', input, options),
      ({ runs }) => runs,
    ),
    statistics: async (shortID, query, options) =>
      (await call('readStatistics', { params: { shortID }, query }, options)).statistics,
    transitions: historyOf(
      (input, options) => call('listTransitions', input, options),
      ({ transitions }) => transitions,
    ),
    alerts: async (shortID, transitionID, options) =>
      (await call('readTransitionAlerts', { params: { shortID, transitionID } }, options)).alerts,
  };
  return { ...api, upsert: (input, options) => upsertMonitor(api, input, options) };
}

function historyOf<P extends Page, Item>(
  readPage: (input: Inputs['listRuns'], options?: RequestOptions) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): History<P, Item> {
  const list: History<P, Item>['list'] = (shortID, query, options) =>
    readPage({ params: { shortID }, query }, options);
  return {
    list,
    all: (shortID, query, options) =>
      allOf(query?.cursor, (cursor) => list(shortID, { ...query, cursor }, options), itemsOf),
  };
}

function queryOf({ status, ...query }: MonitorQuery = {}): Inputs['listMonitors']['query'] {
  return { ...query, status: typeof status === 'string' ? status : status?.join(',') };
}
