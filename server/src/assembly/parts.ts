import type { Config } from '../config/config.ts';
import type { BuiltWeb } from '../http/pages/built-web.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AdjustableClock, Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { Random } from '../runtime/random.ts';
import type { Spool } from '../store/spool/contract.ts';
import type { Store } from '../store/store.ts';
import type { Bells } from './bells.ts';

/** Everything that the service receives from the process. */
export interface Dependencies {
  readonly config: Config;
  readonly store: Store;
  /**
   * Brings the database up to this version. No query works before. Rejects with `DatabaseUnavailable` if the database can't be
   * reached, and may be called again then.
   */
  readonly prepare: () => Promise<void>;
  /** One spool per lane, for pings that arrive while the database is unavailable. Empty if pings can't or needn't wait. */
  readonly spools: readonly Spool[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Key that seals the settings of channels. */
  readonly secretKey: string;
  /** The web application. Null if not built. */
  readonly web: BuiltWeb | null;
  /** Server version. */
  readonly version: string;
}

/** Everything that most parts of the service share. */
export interface Parts extends Dependencies {
  /** Corrected by the database's clock where processes share the database. */
  readonly clock: AdjustableClock;
  /** Identifies this run of the process. */
  readonly epoch: string;
  readonly bells: Bells;
}
