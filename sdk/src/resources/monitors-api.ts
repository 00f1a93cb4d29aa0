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
} from '../api.generated.ts';
import type { RequestOptions } from '../call.ts';
import type { PageQuery } from '../page.ts';

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

/** Settings of a monitor that is looked up by its name. */
export type MonitorUpsert = Omit<MonitorInput, 'pingID' | 'kind'>;

export interface Upserted {
  readonly monitor: Monitor;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}
