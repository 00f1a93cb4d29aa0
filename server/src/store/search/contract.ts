import type { EventType } from '../../domain/ping/ping.ts';

/** A word that a log must contain; with `isPrefix`, any word that begins with it. Letters and digits only. */
export interface WantedWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

export interface LogSearch {
  readonly teamID: string;
  /** At least one. */
  readonly words: readonly WantedWord[];
  readonly monitorID?: number;
  /** Short IDs of projects; all without it. */
  readonly projects?: readonly string[];
  /** Times of the events: from `from` (inclusive) to `to` (exclusive). */
  readonly from?: number;
  readonly to?: number;
  /** Place from which to continue; see {@link LogsFound}. */
  readonly after?: string;
}

/** A log that contains all words, in any order. */
export interface FoundLog {
  /** Place from which a search continues behind this log: digits and hyphens. */
  readonly place: string;
  readonly monitor: SearchedMonitor;
  readonly number: number;
  readonly type: EventType;
  readonly at: number;
  readonly runID: string;
  /** The end of the stored body. */
  readonly log: Uint8Array;
  readonly isWhole: boolean;
}

export interface LogsFound {
  /** Newest first. May be empty although older logs match. */
  readonly logs: readonly FoundLog[];
  /** Place from which to continue; null if no log is left. */
  readonly next: string | null;
}

export interface SearchedMonitor {
  readonly shortID: string;
  readonly name: string;
  readonly projectShortID: string;
}

/** Texts of a monitor in which people search. */
export interface MonitorTexts extends SearchedMonitor {
  readonly id: number;
  readonly tags: readonly string[];
  readonly description: string;
}

export interface IncidentTexts {
  readonly id: number;
  readonly incidentID: string;
  readonly monitor: SearchedMonitor;
  readonly reason: string;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly acknowledgedBy: string | null;
  /** The note of the acknowledgement and later notes, oldest first. */
  readonly notes: readonly string[];
}

export interface TextPage {
  readonly projects?: readonly string[];
  readonly limit: number;
}

export interface IncidentTextPage extends TextPage {
  readonly monitorShortID?: string;
  readonly from?: number;
  readonly to?: number;
  readonly before?: number;
}

/** Adds the logs of recorded events to the index. */
export interface LogIndexStore {
  /**
   * Indexes the next logs, in one short transaction that also saves the progress. After a crash, it continues where it was.
   * Returns whether no event is left. Call it in one process at a time.
   */
  indexLogs(step: { readonly events: number; readonly bytes: number }): Promise<boolean>;
}

/** Finds texts of one team. */
export interface SearchStore {
  /** Reads one short step of the index, so that pings don't wait. */
  searchLogs(search: LogSearch): Promise<LogsFound>;
  /** Oldest first. */
  listMonitorTexts(
    teamID: string,
    page: TextPage & { readonly afterID: number },
  ): Promise<readonly MonitorTexts[]>;
  /** Newest first. */
  listIncidentTexts(teamID: string, page: IncidentTextPage): Promise<readonly IncidentTexts[]>;
}
