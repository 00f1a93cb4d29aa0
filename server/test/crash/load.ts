import { openConnection, request } from '../connection.ts';
import { expectAccepted } from '../ping/ping-response.ts';
import type { RunningMonitor, RunningServer } from '../running-server.ts';

/** A ping answered with 200, with the event in the response. */
export interface Acknowledged {
  readonly shortID: string;
  readonly type: string;
  readonly runID: string;
  /** Number of the event; null for HEAD, whose response has no body. */
  readonly number: number | null;
}

/** Sends pings over many keep-alive connections until the server closes them or {@link Load.end} is called. */
export interface Load {
  /** Returns the number of pings answered so far. */
  count(): number;
  /** Stops sending. Resolves with all answered pings once each pending ping is answered or its connection is closed. */
  end(): Promise<readonly Acknowledged[]>;
}

/** Requests that each connection sends in turn: runs with a rid, runs without a rid, and failures with a log. */
const ROUND: readonly ((path: string, rid: string) => Buffer)[] = [
  (path, rid) => request('GET', `${path}/start?rid=${rid}`),
  (path) => request('GET', path),
  (path, rid) => request('POST', `${path}/end?rid=${rid}`, { body: `log of ${rid}` }),
  (path) => request('GET', `${path}/start`),
  (path) => request('POST', `${path}/log`, { body: 'half way' }),
  (path) => request('GET', `${path}/0?duration=0.25`),
  (path, rid) => request('HEAD', `${path}/start?rid=${rid}-b`),
  (path, rid) => request('GET', `${path}/fail?rid=${rid}-b`),
];

export function startLoad(
  { port }: RunningServer,
  monitors: readonly RunningMonitor[],
  connections: number,
): Load {
  const acknowledged: Acknowledged[] = [];
  let isEnding = false;

  async function pingOn(index: number): Promise<void> {
    const connection = openConnection(port);
    for (let turn = 0; !isEnding; turn += 1) {
      const monitor = monitors[index % monitors.length];
      const make = ROUND[turn % ROUND.length];
      if (monitor === undefined || make === undefined) break;
      const rid = `${port}-${index}-${Math.floor(turn / ROUND.length)}`;
      const bytes = make(monitor.path, rid);
      connection.write(bytes);
      const isHead = bytes.toString('latin1', 0, 4) === 'HEAD';
      const response = await connection.respond(isHead ? 'HEAD' : 'GET');
      if (response === null) break;
      const { shortID } = monitor;
      if (isHead) acknowledged.push({ shortID, type: 'start', runID: `${rid}-b`, number: null });
      else acknowledged.push({ shortID, ...expectAccepted(response).event });
    }
    connection.socket.destroy();
  }

  const all = Promise.all(Array.from({ length: connections }, (_, index) => pingOn(index)));
  return {
    count: () => acknowledged.length,
    async end() {
      isEnding = true;
      await all;
      return acknowledged;
    },
  };
}
