/** How many checks does a second of processor time pay for, compared with a bare loop of requests with node:http and node:https? */

import { writeFileSync } from 'node:fs';
import { Agent as HttpAgent, get as httpGet, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, get as httpsGet } from 'node:https';
import { join } from 'node:path';
import type { ProbeTools } from '../server/src/checks/probes/attempt.ts';
import { probeHTTP } from '../server/src/checks/probes/http.ts';
import { createSecureContexts } from '../server/src/checks/probes/secure.ts';
import { CHECK_SETTINGS } from '../server/src/checks/settings.ts';
import { createDecoder } from '../server/src/core/receive/content-encoding.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { CERTIFICATE } from '../server/test/notify/certificate.ts';
import { bench } from './bench.ts';
import { startHello } from './server-process.ts';

const IN_FLIGHT = 50;
const HTTP_RATIO_MIN = 0.6;
const HTTPS_RATIO_MIN = 0.85;
const NAME = 'hooks.example.com';

const tools: ProbeTools = {
  clock: systemClock,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  isAllowed: () => true,
  secureContextOf: createSecureContexts(),
  decode: createDecoder(),
  signal: new AbortController().signal,
  keepsExcerpt: false,
};

interface Kind {
  readonly name: string;
  request(): Promise<boolean>;
  requests: number;
  failures: number;
  cpuSeconds: number;
}

await bench(
  'How many checks does a second of processor time pay for, next to a bare loop of requests?',
  { rounds: 8, seconds: 2 },
  async ({ numbers, folder, own }) => {
    const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
    writeFileSync(files.key, CERTIFICATE.key);
    writeFileSync(files.cert, CERTIFICATE.cert);
    const plain = own(await startHello());
    const secure = own(await startHello(files));
    const bareHTTP = kindOf('node:http', bare(`http://127.0.0.1:${plain.port}/`));
    const checkHTTP = kindOf('HTTP check', check(`http://127.0.0.1:${plain.port}/`));
    const bareHTTPS = kindOf('node:https', bareSecure(secure.port, 0));
    const resumedHTTPS = kindOf('node:https, resumed', bareSecure(secure.port, 100));
    const checkHTTPS = kindOf('HTTPS check', check(`https://${NAME}:${secure.port}/`));
    const kinds = [bareHTTP, checkHTTP, bareHTTPS, resumedHTTPS, checkHTTPS];
    for (const kind of kinds) await run(kind, numbers.seconds * 1000);
    for (const kind of kinds) {
      kind.requests = 0;
      kind.cpuSeconds = 0;
    }
    // Rotates the order of the kinds, because the speed of the machine changes.
    for (let round = 0; round < numbers.rounds; round += 1)
      for (let place = 0; place < kinds.length; place += 1) {
        const kind = kinds[(round + place) % kinds.length];
        if (kind !== undefined) await run(kind, numbers.seconds * 1000);
      }
    const speed = ({ requests, cpuSeconds }: Kind) => requests / cpuSeconds;
    return {
      figures: [
        ...kinds.map((kind) => ({ name: kind.name, value: speed(kind), unit: '/CPU s' })),
        { name: 'HTTP, ratio', value: speed(checkHTTP) / speed(bareHTTP), unit: '', atLeast: HTTP_RATIO_MIN },
        {
          name: 'HTTPS, ratio',
          value: speed(checkHTTPS) / speed(bareHTTPS),
          unit: '',
          atLeast: HTTPS_RATIO_MIN,
        },
        {
          name: 'failures',
          value: kinds.reduce((sum, { failures }) => sum + failures, 0),
          unit: '',
          atMost: 0,
        },
      ],
      notes: [
        'A check opens a connection and verifies the certificate. So does the bare loop, unless it resumes sessions.',
      ],
    };
  },
);

function kindOf(name: string, request: Kind['request']): Kind {
  return { name, request, requests: 0, failures: 0, cpuSeconds: 0 };
}

async function run(kind: Kind, durationMs: number): Promise<void> {
  const end = performance.now() + durationMs;
  const before = process.cpuUsage();
  const loop = async () => {
    while (performance.now() < end) {
      const isGood = await kind.request();
      kind.requests += 1;
      if (!isGood) kind.failures += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const { user, system } = process.cpuUsage(before);
  kind.cpuSeconds += (user + system) / 1e6;
}

function check(url: string): Kind['request'] {
  const target = { kind: 'http', url: new URL(url) } as const;
  const settings = CHECK_SETTINGS.http.parse({ tls: { ca: CERTIFICATE.cert } });
  return async () => (await probeHTTP(target, settings, tools)).outcome === 'succeeded';
}

function bare(url: string): Kind['request'] {
  const agent = new HttpAgent({ keepAlive: false });
  return () =>
    new Promise((resolve) => {
      httpGet(url, { agent }, (response) => read(response, resolve)).on('error', () => resolve(false));
    });
}

function bareSecure(port: number, maxCachedSessions: number): Kind['request'] {
  const agent = new HttpsAgent({ keepAlive: false, maxCachedSessions, ca: CERTIFICATE.cert });
  const target = { host: '127.0.0.1', port, servername: NAME, agent };
  return () =>
    new Promise((resolve) => {
      httpsGet(target, (response) => read(response, resolve)).on('error', () => resolve(false));
    });
}

function read(response: IncomingMessage, done: (isGood: boolean) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(response.statusCode === 200 && Buffer.concat(chunks).byteLength > 0));
}
