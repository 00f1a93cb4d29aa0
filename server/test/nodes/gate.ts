import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Network between nodes and PostgreSQL, which a test controls. */
export interface Gate {
  readonly port: number;
  /** Returns the URL of the same database through the gate. */
  through(url: string): string;
  /** Directs new connections to this port on loopback. */
  setTarget(port: number): void;
  /** Breaks all existing connections. */
  cut(): void;
  /** Breaks all existing and new connections until {@link open}. */
  shut(): void;
  /**
   * Drops data in both directions until {@link open}, without closing connections. Applies to existing and new
   * connections.
   */
  hold(): void;
  open(): void;
  /** Drops data on existing connections without closing them, as if the other machine had lost power. */
  swallow(): void;
  /**
   * Breaks the next connection that commits a transaction with this text in its last statements. `before`: before the
   * commit reaches the server. `after`: after the server has committed, and before its response reaches the node.
   * Resolves when the connection is broken.
   */
  cutAtCommit(when: 'before' | 'after', text: string): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /**
   * Data that the client has sent since the server's last response, including the texts of the named statements that the client
   * has used.
   */
  sentSinceResponse: string;
  /** Statements prepared on the server, by name. */
  readonly statements: Map<string, string>;
  /** Trap that drops the response to the connection's commit; null if no trap matches the commit. */
  trap: Trap | null;
}

interface Trap {
  readonly when: 'before' | 'after';
  readonly text: string;
  readonly spring: () => void;
}

/** Matches the preparation of a named statement. */
const PREPARED_STATEMENT = /(overdue_\d+)\0([A-Z][^\0]+)\0/g;
/** Matches each use of a prepared statement. */
const STATEMENT_NAME = /\0(overdue_\d+)\0/g;

/** @param initialTarget port on loopback */
export async function openGate(initialTarget: number): Promise<Gate & { close(): void }> {
  const pairs = new Set<Pair>();
  const swallowed = new Set<Pair>();
  let target = initialTarget;
  let state: 'open' | 'shut' | 'held' = 'open';
  let traps: readonly Trap[] = [];

  const listener = createServer({ noDelay: true }, (client) => {
    if (state === 'shut') return void client.resetAndDestroy();
    const pair: Pair = {
      client,
      server: connect({ port: target, host: '127.0.0.1', noDelay: true }),
      sentSinceResponse: '',
      statements: new Map(),
      trap: null,
    };
    pairs.add(pair);
    join(pair.client, pair);
    join(pair.server, pair);
    pair.client.on('data', (bytes: Buffer) => fromClient(pair, bytes));
    pair.server.on('data', (bytes: Buffer) => fromServer(pair, bytes));
    if (state === 'held') pause(pair);
  });

  /** Closes both sockets when one of them closes. */
  function join(socket: Socket, pair: Pair): void {
    socket.on('error', () => {});
    socket.once('close', () => end(pair));
  }

  function end(pair: Pair): void {
    pairs.delete(pair);
    swallowed.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  }

  function fromClient(pair: Pair, bytes: Buffer): void {
    const sent = bytes.toString('latin1');
    for (const [, name = '', text = ''] of sent.matchAll(PREPARED_STATEMENT)) pair.statements.set(name, text);
    pair.sentSinceResponse += sent;
    for (const [, name = ''] of sent.matchAll(STATEMENT_NAME))
      pair.sentSinceResponse += pair.statements.get(name) ?? '';
    const trap = traps.find(
      ({ text }) => pair.sentSinceResponse.includes(text) && pair.sentSinceResponse.includes('COMMIT'),
    );
    if (trap !== undefined) {
      traps = traps.filter((other) => other !== trap);
      if (trap.when === 'before') {
        end(pair);
        trap.spring();
        return;
      }
      pair.trap = trap;
    }
    pair.server.write(bytes);
  }

  function fromServer(pair: Pair, bytes: Buffer): void {
    pair.sentSinceResponse = '';
    if (pair.trap === null) return void pair.client.write(bytes);
    // Responses to earlier statements of the node may arrive first.
    if (!bytes.includes('COMMIT\0', 0, 'latin1')) return;
    end(pair);
    pair.trap.spring();
  }

  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  const { port } = address;
  const cut = () => {
    for (const pair of pairs) end(pair);
  };
  return {
    port,
    through(url) {
      const gated = new URL(url);
      gated.port = String(port);
      return gated.href;
    },
    setTarget(next) {
      target = next;
    },
    cut,
    shut() {
      state = 'shut';
      cut();
    },
    hold() {
      state = 'held';
      for (const pair of pairs) pause(pair);
    },
    open() {
      state = 'open';
      for (const { client, server } of pairs) {
        client.resume();
        server.resume();
      }
    },
    swallow() {
      for (const pair of pairs) {
        pause(pair);
        pairs.delete(pair);
        swallowed.add(pair);
      }
    },
    cutAtCommit(when, text) {
      const { promise, resolve } = Promise.withResolvers<void>();
      traps = [...traps, { when, text, spring: resolve }];
      return promise;
    },
    close() {
      cut();
      for (const pair of swallowed) end(pair);
      listener.close();
    },
  };
}

function pause({ client, server }: Pair): void {
  client.pause();
  server.pause();
}
