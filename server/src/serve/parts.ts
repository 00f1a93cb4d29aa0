import type { Spool } from '../core/spool/contract.ts';
import type { BuiltWeb } from '../pages/built-web.ts';
import type { Config } from '../platform/config/config.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { AdjustableClock, Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { Store } from '../store/store.ts';
import type { Bells } from './bells.ts';

export interface Dependencies {
  readonly config: Config;
  readonly store: Store;
  /** Migrates the database. Must succeed before any query. May be called again after it rejects with `DatabaseUnavailable`. */
  readonly prepare: () => Promise<void>;
  /** One spool per lane. Empty if the spool is turned off or not needed. */
  readonly spools: readonly Spool[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Key that encrypts channel settings. */
  readonly secretKey: string;
  readonly web: BuiltWeb | null;
  readonly version: string;
}

export interface Parts extends Dependencies {
  /** Follows the database's clock if several processes share the database. */
  readonly clock: AdjustableClock;
  readonly epoch: string;
  readonly bells: Bells;
}
