import type { Incident } from '@overdue/domain/incidents/incident.ts';
import type { EventType } from '@overdue/domain/ping/ping.ts';

/** A word that a log must contain; with `isPrefix`, the beginning of a word in the log. Only letters and digits. */
export interface WantedWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

export interface LogSearch {
  readonly teamID: string;
  /** At least one. */
  readonly words: readonly WantedWord[];
  readonly monitorID?: number;
  /** Short IDs of projects; all if omitted. */
  readonly projects?: readonly string[];
  /** Times of the events: from `from` (inclusive) to `to` (exclusive). */
  readonly from?: number;
  readonly to?: number;
  /** Cursor from which to continue; see {@link LogsFound}. */
  readonly after?: string;
}

/** A log that contains all words, in any order. */
export interface FoundLog {
  /** Cursor that continues the search after this log. Contains only digits and hyphens. */
  readonly cursor: string;
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
  /** Cursor from which to continue; null if no log is left. */
  readonly next: string | null;
}

interface SearchedMonitor {
  readonly shortID: string;
  readonly name: string;
  readonly projectShortID: string;
}

export const TEXT_FIELDS = ['name', 'tag', 'description', 'shortID', 'note', 'acknowledgedBy'] as const;

/** A short text that users can search. */
export interface SearchedText {
  readonly field: (typeof TEXT_FIELDS)[number];
  readonly text: string;
}

/** The short texts of a monitor or of an incident. */
export interface SearchedTexts {
  readonly id: number;
  readonly monitor: SearchedMonitor;
  /** Null for the texts of a monitor. */
  readonly incident: Pick<Incident, 'incidentID' | 'reason' | 'openedAt' | 'closedAt'> | null;
  /** The text that identifies the resource best comes first. Notes are in the order in which they were written. */
  readonly texts: readonly SearchedText[];
}

export type TextSelection = {
  /** Short IDs of the projects to search; if omitted, all projects of the team. */
  readonly projects?: readonly string[];
  readonly limit: number;
} & (
  | { readonly of: 'monitors'; readonly afterID: number }
  | {
      readonly of: 'incidents';
      readonly beforeID?: number;
      readonly monitorShortID?: string;
      /** Opening times of the incidents: from `from` (inclusive) to `to` (exclusive). */
      readonly from?: number;
      readonly to?: number;
    }
);

/** Adds the logs of recorded events to the index. */
export interface LogIndexStore {
  /**
   * Indexes the next logs, in one short transaction that also saves the progress. After a crash, indexing continues from the
   * saved progress. Returns whether no event is left. Must run in one process at a time.
   */
  indexLogs(step: { readonly events: number; readonly bytes: number }): Promise<boolean>;
}

/** Finds texts of one team. */
export interface SearchStore {
  /** Searches a limited part of the index per call, so that pings don't wait. */
  searchLogs(search: LogSearch): Promise<LogsFound>;
  /** Lists texts of monitors, oldest first, or of incidents, newest first. Reads nothing else, so that it is fast. */
  listTexts(teamID: string, selection: TextSelection): Promise<readonly SearchedTexts[]>;
}
