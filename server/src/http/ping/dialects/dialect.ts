import type { AppError } from '../../../domain/error.ts';
import type { Event } from '../../../domain/pairing.ts';
import type { Field } from '../../../domain/ping/ping-field.ts';
import type { PathReport } from '../../../domain/ping/ping-report.ts';
import type { PingRequest } from '../../../store/records.ts';

/** The head of a request that may be a ping. */
export interface Call {
  readonly method: PingRequest['method'];
  /** Path without the query. */
  readonly path: string;
  /** Parameters of the query. */
  readonly fields: readonly Field[];
}

/** A monitor as a request names it. */
export interface Target {
  readonly pingKey: string;
}

export type Reading =
  /** A ping. Fields of a form in the body are added to `fields`. */
  | {
      readonly kind: 'ping';
      readonly target: Target;
      readonly path: PathReport;
      readonly fields: readonly Field[];
    }
  /** The path continues after the ping ID with `rest`, which has no meaning. */
  | { readonly kind: 'unknown_call'; readonly target: Target; readonly rest: string };

/** A ping that is on disk. */
export interface Recorded {
  readonly pingID: string;
  /** Empty if only the database knows the status. */
  readonly status: string;
  readonly event: Event;
}

export interface DialectResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The requests that one service's clients send, and the responses that they expect. Pure: no I/O, no clock. */
export interface Dialect {
  /** Name in the setting `PING_DIALECTS`. */
  readonly name: string;
  /** Whether the dialect may read a path. Called for each request to the service, so it must be fast. */
  claims(path: string): boolean;
  /** Reads a call with a claimed path. Returns null if the call belongs to another dialect. */
  read(call: Call): Reading | null;
  writeRecorded(recorded: Recorded): DialectResponse;
  writeRefused(error: AppError): DialectResponse;
}
