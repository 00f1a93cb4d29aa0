import type {
  BulkAction,
  BulkResult,
  Event,
  Forwarding,
  Inputs,
  Monitor,
  MonitorEdit,
  MonitorInput,
  Responses,
  Run,
  Statistics,
  Status,
  Transition,
  TransitionAlerts,
} from '../api.generated.ts';
import type { RequestOptions } from '../call.ts';
import type { PageQuery } from '../page.ts';
import type { DaysQuery } from './runs.ts';

/** Filters. A monitor must match all of them. */
export interface MonitorQuery extends Omit<NonNullable<Inputs['listMonitors']['query']>, 'status'> {
  /** Only monitors with one of these statuses. */
  readonly status?: Status | readonly Status[] | undefined;
}

export type StatisticsQuery = NonNullable<Inputs['readStatistics']['query']>;

export type MonitorList = Responses['listMonitors'] & {
  /** Version of the list. Pass it to {@link MonitorsAPI.listIfChanged}. */
  readonly etag: string | null;
};

/** Body that a job sent with a ping. */
export interface EventBody {
  readonly bytes: Uint8Array;
  /** The body as text; null if it isn't valid UTF-8. */
  readonly text: string | null;
}

export interface MonitorsAPI {
  /**
   * Lists the team's monitors, oldest first, with the team's usage. One response contains all monitors unless `limit`
   * is set.
   */
  list(query?: MonitorQuery, options?: RequestOptions): Promise<MonitorList>;
  /** Like `list`, but resolves to null if the list hasn't changed since the response with this `etag`. */
  listIfChanged(etag: string, query?: MonitorQuery, options?: RequestOptions): Promise<MonitorList | null>;
  /** Like `list`, but without the settings that no list shows, so that the response is shorter. */
  rows(query?: MonitorQuery, options?: RequestOptions): Promise<Responses['listMonitorRows']>;
  /** Reads all monitors, in one request or in pages of `limit`. */
  all(query?: MonitorQuery, options?: RequestOptions): AsyncIterable<Monitor>;
  /** Creates a monitor, or changes the existing monitor with this name. See {@link upsertMonitor}. */
  upsert(input: MonitorUpsert, options?: RequestOptions): Promise<Upserted>;
  create(input: MonitorInput, options?: RequestOptions): Promise<Monitor>;
  get(shortID: string, options?: RequestOptions): Promise<Monitor>;
  /** Changes a monitor. Omitted fields keep their value. */
  update(shortID: string, edit: MonitorEdit, options?: RequestOptions): Promise<Monitor>;
  /** Deletes a monitor with its whole history. Resolves to the deleted monitor. */
  delete(shortID: string, options?: RequestOptions): Promise<Monitor>;
  /** Pauses a monitor. Pings are still recorded, but they are not evaluated and no alerts are sent. */
  pause(shortID: string, options?: RequestOptions): Promise<Monitor>;
  resume(shortID: string, options?: RequestOptions): Promise<Monitor>;
  /** Removes a monitor's notices about invalid requests to its ping URL. */
  dismissNotices(shortID: string, options?: RequestOptions): Promise<Monitor>;
  /** Reads whether pings reach the monitor's `forwardTo`. */
  forwarding(shortID: string, options?: RequestOptions): Promise<Forwarding>;
  /**
   * Applies an action to up to 1000 monitors. Resolves to one result per monitor, because the action may succeed for some
   * monitors and fail for others.
   */
  bulk(
    shortIDs: readonly string[],
    action: BulkAction,
    options?: RequestOptions,
  ): Promise<readonly BulkResult[]>;
  readonly events: MonitorHistory<Responses['listEvents'], Event>;
  /** Reads the log of a ping, by the number of its event. */
  eventBody(shortID: string, number: number, options?: RequestOptions): Promise<EventBody>;
  /** Runs of the job, including missed ones. */
  readonly runs: MonitorHistory<Responses['listRuns'], Run>;
  /** Summarizes the runs within a period, which is divided into equal parts. Default: the last 30 days in 30 parts. */
  statistics(shortID: string, query?: StatisticsQuery, options?: RequestOptions): Promise<Statistics>;
  /** Returns the number of runs and the downtime for each day. Default: the last 366 days in UTC. */
  days(shortID: string, query?: DaysQuery, options?: RequestOptions): Promise<Responses['listMonitorDays']>;
  readonly transitions: MonitorHistory<Responses['listTransitions'], Transition>;
  /** Lists the channels that were alerted about a transition, and the channels that were not, with the reasons. */
  alerts(shortID: string, transitionID: number, options?: RequestOptions): Promise<TransitionAlerts>;
}

/** History of a monitor, newest first. */
export interface MonitorHistory<P, Item> {
  /** Reads one page: 100 entries unless `limit` is set. */
  list(shortID: string, query?: PageQuery, options?: RequestOptions): Promise<P>;
  /** Reads all entries, in pages of `limit`. */
  all(shortID: string, query?: PageQuery, options?: RequestOptions): AsyncIterable<Item>;
}

/** Settings of a monitor that is identified by its name. */
export type MonitorUpsert = Omit<MonitorInput, 'pingID' | 'kind'>;

export interface Upserted {
  readonly monitor: Monitor;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}
