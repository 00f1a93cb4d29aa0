import type { Connection, Connections } from '../../src/database/postgres/connections.ts';

/** Connections that several users use one after another. */
export interface KeptConnections {
  /** Lends the connections to the next user. `end` waits until the user has released all of them, and leaves them open. */
  lend(): Connections;
}

/** Keeps connections open, because on a new connection PostgreSQL reads the catalogs and plans each statement again. */
export function keepConnections(connections: Connections): KeptConnections {
  return {
    lend() {
      let inUse = 0;
      let allReleased = (): void => {};
      return {
        ...connections,
        async connect() {
          inUse += 1;
          const connection = await connections.connect().catch((error: unknown) => {
            inUse -= 1;
            throw error;
          });
          return {
            ...connection,
            release() {
              connection.release();
              inUse -= 1;
              if (inUse === 0) allReleased();
            },
          } satisfies Connection;
        },
        end: () =>
          new Promise((resolve) => {
            allReleased = resolve;
            if (inUse === 0) resolve();
          }),
      };
    },
  };
}
