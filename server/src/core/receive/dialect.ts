import type { AppError } from '@overdue/domain/error.ts';
import type { MonitorConfig } from '@overdue/domain/monitor/config.ts';
import type { Event } from '@overdue/domain/ping/event.ts';
import type { Field } from '@overdue/domain/ping/ping-field.ts';
import type { PathReport, PingReport } from '@overdue/domain/ping/ping-report.ts';
import type { PingRequest } from '../../database/records.ts';

/** Method, URL and headers of a request that may be a ping. */
export interface PingCall {
  readonly method: PingRequest['method'];
  /** Path without the query. */
  readonly path: string;
  /** Parameters of the query. */
  readonly fields: readonly Field[];
  /** Returns the first value of a header. The name must be in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** A monitor as a request names it: by ping ID, or by the secret of a project's ping key and a slug. */
export type PingAddress =
  | { readonly by: 'id'; readonly normalizedPingID: string }
  | {
      readonly by: 'slug';
      readonly secret: string;
      readonly slug: string;
      readonly creation: MonitorCreation | null;
    };

/** Settings of the monitor that a ping creates if its slug is unknown. */
export interface MonitorCreation {
  readonly name: string;
  /** Settings of the new monitor; null for defaults. */
  readonly config: MonitorConfig | null;
  /** Whether the new monitor stays paused when pings arrive. Absent if our default applies. */
  readonly manualResume?: boolean;
}

/**
 * A ping whose whole report comes from the body of a request. `config` changes an existing monitor's settings; null keeps them.
 */
export interface CheckIn {
  readonly address: PingAddress;
  readonly report: PingReport;
  readonly config: MonitorConfig | null;
}

export interface CheckInsResult {
  readonly checkIns: readonly CheckIn[];
  /**
   * First problem among the check-ins of the body that can't be read; null if all can be read. The response reports the problem once
   * the readable ones, `checkIns`, are on disk.
   */
  readonly problem: AppError | null;
}

export type DialectReading =
  /** A ping. Fields of a form in the body are added to `fields`; any other body is stored as the log. */
  | {
      readonly kind: 'ping';
      readonly address: PingAddress;
      readonly path: PathReport;
      readonly fields: readonly Field[];
    }
  /** A path that names a monitor, but ends with `rest`, which the dialect does not know. */
  | { readonly kind: 'unknown_call'; readonly address: PingAddress; readonly rest: string }
  | { readonly kind: 'refused'; readonly error: AppError }
  /** Check-ins in the body, for monitors in the project of a ping key. */
  | {
      readonly kind: 'check_ins';
      /** A function if only the body has the key: reads the key from the beginning of the decompressed body, or throws an AppError. */
      readonly key: string | ((beginning: Uint8Array) => string);
      /** Reads check-ins from a decompressed body, or throws an AppError if the body is malformed. Null if the body is ignored. */
      readonly readBody: ((body: Uint8Array, key: string) => CheckInsResult) | null;
      /** Writes the response once all check-ins are on disk. `recorded` may be empty. */
      readonly writeAllRecorded: (recorded: readonly RecordedPing[]) => DialectResponse;
    };

/** A ping that is on disk. */
export interface RecordedPing {
  readonly pingID: string;
  /** Status of the monitor; empty if the ping went to the spool. */
  readonly status: string;
  readonly event: Event;
  /** Whether the ping created its monitor. */
  readonly isNew: boolean;
}

export interface DialectResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Alternating names and values. */
  readonly headers?: readonly string[];
}

/** Reads the pings that one service's clients send, and writes the responses that they expect. Pure: no I/O, no clock. */
export interface Dialect {
  /** Name in the setting `PING_DIALECTS`. */
  readonly name: string;
  /** Whether the dialect may read a path. Called for each request to the service, so it must be fast. */
  claimsPath(path: string): boolean;
  /** Reads a call whose path the dialect claims. Returns null if the call belongs to another dialect. */
  read(call: PingCall): DialectReading | null;
  writeRecorded(recorded: RecordedPing): DialectResponse;
  writeRefused(error: AppError): DialectResponse;
}
