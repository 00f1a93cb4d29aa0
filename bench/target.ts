import { createServer } from 'node:http';
import { createLatencies, type Latencies } from './latencies.ts';

/** Target for the pings that monitors forward. */
export interface Target {
  /** Base URL with a slash at the end. A monitor's number follows. */
  readonly url: string;
  /** Records that a ping is being sent. */
  expect(rid: string): void;
  /** Number of expected pings that have not arrived yet. */
  missing(): number;
  /** Returns the delays from sending a ping to the arrival of the forwarded ping, and clears them. */
  takeDelays(): Latencies;
  /** Returns the number of faults: pings that are missing, repeated, or overtaken by a later ping of their monitor. */
  faults(): number;
  close(): void;
}

export async function startTarget(reaction: 'respond' | 'hang'): Promise<Target> {
  const expected = new Map<string, number>();
  const order = new Map<string, string>();
  let delays = createLatencies();
  let others = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://target');
      const rid = searchParams.get('rid') ?? '';
      const sentAt = expected.get(rid);
      if (sentAt === undefined || rid < (order.get(pathname) ?? '')) others += 1;
      else delays.add(performance.now() - sentAt);
      order.set(pathname, rid);
      expected.delete(rid);
      if (reaction === 'respond') response.writeHead(200).end();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    expect: (rid) => void expected.set(rid, performance.now()),
    missing: () => expected.size,
    takeDelays() {
      const taken = delays;
      delays = createLatencies();
      return taken;
    },
    faults: () => expected.size + (reaction === 'respond' ? others : 0),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
