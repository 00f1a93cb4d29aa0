import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** Longer than most pages take to draw what has come, so that answers come in any order. */
const DELAY_MS_MAX = 1500;

export interface LateAnswers {
  /** What tells Chromium to ask through it; it asks this machine directly, unless told. */
  readonly flags: readonly string[];
  close(): Promise<void>;
}

/** Between the browser and the service: each answer of the API comes late, by a time that the seed and the request decide. */
export async function startLateAnswers(seed: string): Promise<LateAnswers> {
  const asked = new Map<string, number>();
  const delayOf = (method: string, path: string): number => {
    if (!/^\/(?:v1|auth)\//.test(path)) return 0;
    const key = `${method} ${path}`;
    const times = (asked.get(key) ?? 0) + 1;
    asked.set(key, times);
    const digest = createHash('sha256').update(`${seed} ${key} ${times}`).digest();
    return Math.round((digest.readUInt32BE() / 2 ** 32) * DELAY_MS_MAX);
  };
  const server = createServer((asking, answering) => {
    const url = new URL(asking.url ?? '');
    forward(asking, answering, url, delayOf(asking.method ?? 'GET', url.pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    flags: [`--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=<-loopback>'],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Without the agent's connections: one that the service has just closed would look like a service that is gone. */
function forward(asking: IncomingMessage, answering: ServerResponse, url: URL, delayMs: number): void {
  const asked = request(
    url,
    { method: asking.method ?? 'GET', headers: asking.headers, agent: false },
    (answer) => {
      setTimeout(() => {
        // Whoever asked may have left.
        if (answering.destroyed) return;
        answering.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        // A stream is passed on as it comes.
        answering.flushHeaders();
        pipeline(answer, answering, () => undefined);
      }, delayMs);
    },
  );
  // As without anything in between: a service that is not there says nothing.
  asked.on('error', () => answering.destroy());
  answering.on('close', () => asked.destroy());
  pipeline(asking, asked, () => undefined);
}
