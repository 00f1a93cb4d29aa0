import type { EventType, PingParameters } from './ping.ts';

/** Command that records an accepted ping. `at` is the time of arrival in epoch milliseconds. */
export interface Ping extends PingParameters {
  readonly kind: 'ping';
  readonly at: number;
  readonly type: EventType;
  /** ID for the run if this ping creates one and has no `rid`. The sender may already have received this ID. */
  readonly newRunID?: string;
  /** When the event happened, at or before `at`. Absent unless the job sent a time. */
  readonly happenedAt?: number;
}

/** Recorded ping. */
export interface Event {
  /** Consecutive number per monitor, from 1. */
  readonly number: number;
  readonly type: EventType;
  /** Time of arrival. */
  readonly at: number;
  /** Time of the reported event: `at`, or the earlier time that the job sent. */
  readonly happenedAt: number;
  readonly durationMs: number | null;
  readonly runID: string;
  readonly warnings: readonly string[];
}
