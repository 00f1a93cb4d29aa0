import pg from 'pg';
import { toDatabaseUnavailable } from '../../../database/postgres/unavailable.ts';
import type { ApplyOutcome } from '../../../database/records.ts';
import type { NodeListener } from '../../operations.ts';

const CONNECT_MS_MAX = 5000;
const LIVE = 'overdue_live';
/** Maximum number of messages waiting for the connection. Further messages are dropped. */
const UNSENT_MAX = 200;

export interface HintChannel {
  /** See {@link import('../../operations.ts').OperationsStore}. */
  listen(listener: NodeListener): Promise<void>;
  /** Sends a hint to other nodes if a committed input changed a status. */
  notify(applied: readonly ApplyOutcome[]): void;
  /** Sends a message to all subscribed processes, including this one. May be lost. At most 7,900 bytes. */
  publish(message: string): void;
  close(): void;
}

/**
 * Sends and receives hints on a separate connection. Hints are sent outside the transactions that cause them. Within a
 * transaction, a hint would serialize commits, and would fail on engines without NOTIFY. Through PgBouncer, hints may never
 * arrive.
 */
export function createHintChannel(url: string): HintChannel {
  let listening: pg.Client | null = null;
  let isClosed = false;
  let isNotifying = false;
  let mustHintAgain = false;
  let unsent = 0;

  async function sendHint(): Promise<void> {
    if (isNotifying) {
      mustHintAgain = true;
      return;
    }
    isNotifying = true;
    do {
      mustHintAgain = false;
      await listening?.query('NOTIFY overdue').catch(() => undefined);
    } while (mustHintAgain);
    isNotifying = false;
  }

  return {
    async listen({ onHint, onMessage }) {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'overdue hints',
        connectionTimeoutMillis: CONNECT_MS_MAX,
        keepAlive: true,
      });
      const ended = Promise.withResolvers<void>();
      client.on('notification', ({ channel, payload = '' }) => {
        if (channel === LIVE) onMessage(payload);
        else onHint();
      });
      client.on('error', () => ended.resolve());
      client.on('end', () => ended.resolve());
      try {
        await client.connect();
        await client.query(`LISTEN overdue; LISTEN ${LIVE}`);
        if (isClosed) return;
        listening = client;
        // Covers changes made before the connection was listening.
        onHint();
        await ended.promise;
      } catch (error) {
        throw toDatabaseUnavailable(error);
      } finally {
        listening = null;
        await client.end().catch(() => undefined);
      }
    },
    notify(applied) {
      if (applied.some((result) => result.outcome === 'applied' && result.changedStatus)) void sendHint();
    },
    publish(message) {
      // The driver queues messages without a limit, so messages above `UNSENT_MAX` are dropped.
      if (listening === null || unsent >= UNSENT_MAX) return;
      unsent += 1;
      const notified = listening.query('SELECT pg_notify($1, $2)', [LIVE, message]);
      void notified
        .catch(() => undefined)
        .finally(() => {
          unsent -= 1;
        });
    },
    close() {
      isClosed = true;
      void listening?.end().catch(() => undefined);
    },
  };
}
