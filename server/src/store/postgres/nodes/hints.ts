import pg from 'pg';
import type { Applied } from '../../records.ts';
import { orAway } from '../connection/unavailable.ts';

const CONNECT_MS_MAX = 5000;
/** Where processes tell one another what has changed, for those who follow it live. */
const LIVE = 'overdue_live';
/** Messages that wait for the connection; more are dropped. */
const UNTOLD_MAX = 200;

export interface Hints {
  /** See {@link import('../../upkeep/operations-contract.ts').OperationsStore}. */
  listen(callback: () => void): Promise<void>;
  /** To be called when something was committed: tells those who listen if there is news in it. */
  tell(applied: readonly Applied[]): void;
  /** See {@link import('../../live/contract.ts').LiveStore}. */
  tellNodes(message: string): void;
  hearNodes(callback: (message: string) => void): void;
  /** Ends all listening. */
  close(): void;
}

/**
 * Tells and hears of news on a connection of its own. Not in the transactions that make the news: there a hint would make
 * commits wait for one another, and fail where an engine does not know it. Through PgBouncer nothing may ever come.
 */
export function createHints(url: string): Hints {
  let listening: pg.Client | null = null;
  let isClosed = false;
  let isTelling = false;
  let isUntold = false;
  let untold = 0;
  let hearNodes = (_message: string): void => {};

  async function tell(): Promise<void> {
    if (isTelling) {
      isUntold = true;
      return;
    }
    isTelling = true;
    do {
      isUntold = false;
      await listening?.query('NOTIFY overdue').catch(() => undefined);
    } while (isUntold);
    isTelling = false;
  }

  return {
    async listen(callback) {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'overdue hints',
        connectionTimeoutMillis: CONNECT_MS_MAX,
        keepAlive: true,
      });
      const ended = Promise.withResolvers<void>();
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === LIVE) hearNodes(payload);
        else callback();
      });
      client.on('error', () => ended.resolve());
      client.on('end', () => ended.resolve());
      try {
        await client.connect();
        await client.query(`LISTEN overdue; LISTEN ${LIVE}`);
        if (isClosed) return;
        listening = client;
        // What came before it listened.
        callback();
        await ended.promise;
      } catch (error) {
        throw orAway(error);
      } finally {
        listening = null;
        await client.end().catch(() => undefined);
      }
    },
    tell(applied) {
      if (applied.some((one) => one.outcome === 'applied' && one.changedStatus)) void tell();
    },
    tellNodes(message) {
      // Those that are sent while one is under way wait in the driver.
      if (listening === null || untold >= UNTOLD_MAX) return;
      untold += 1;
      const told = listening.query('SELECT pg_notify($1, $2)', [LIVE, message]);
      void told
        .catch(() => undefined)
        .finally(() => {
          untold -= 1;
        });
    },
    hearNodes(callback) {
      hearNodes = callback;
    },
    close() {
      isClosed = true;
      void listening?.end().catch(() => undefined);
    },
  };
}
