import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect } from 'vitest';
import { pingIDOf } from '../bench/seeded-monitor.ts';
import { saveData } from './data-saver.ts';
import { settle } from './page-table.ts';
import { browserTest, useStage } from './stage.ts';

const MONITORS = 312;
const INCIDENTS = 60;
const STORM_MS = 20_000;
/** Time after the last change in which every page reads its data for the last time. */
const AFTERMATH_MS = 11_000;
/** Maximum bytes that one page receives while 60 incidents open. */
const BYTES_MAX = 100_000;
const PATIENCE_MS = 120_000;

const stage = useStage({ team: MONITORS });

/** Passes connections on to the service, and counts the bytes of its responses, with their headers. */
async function countReceivedBytes() {
  const servicePort = Number(new URL(stage.service.baseURL).port);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer((client) => {
    const service = connect(servicePort, 'localhost');
    for (const socket of [client, service]) {
      sockets.add(socket);
      // A closed connection closes its other side. The browser reports errors of its requests.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        service.destroy();
      });
    }
    service.on('data', (data) => {
      bytes += Buffer.byteLength(data);
    });
    client.pipe(service).pipe(client);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    baseURL: `http://localhost:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

browserTest(
  'sixty incidents in twenty seconds cost no page 100 kB',
  async () => {
    const ping = (number: number, body: string) =>
      fetch(`${stage.service.baseURL}/ping/${pingIDOf(number)}/fail`, { method: 'POST', body });
    await ping(1, 'down before the outage');
    const { incidents } = await stage.api().incidents.list();
    const [earlier] = incidents;
    const paths = [
      '/account',
      '/monitors',
      `/monitors/${earlier?.monitor.shortID}`,
      '/monitors/new',
      `/incidents/${earlier?.incidentID}`,
      '/incidents',
      '/timeline',
      '/wallboard',
      '/on-call',
      '/days',
      '/channels',
      '/maintenance',
      '/projects',
      '/team',
    ];
    const { context } = await stage.visitor();
    const session = await context.storageState();
    await context.close();
    const pages = await Promise.all(
      paths.map(async (path) => {
        const { baseURL, bytes, close } = await countReceivedBytes();
        const own = await stage.browser.newContext({
          baseURL,
          storageState: session,
          reducedMotion: 'reduce',
          viewport: { width: 1440, height: 900 },
        });
        await saveData(own);
        const page = await own.newPage();
        await page.goto(path);
        await settle(page);
        const opened = bytes();
        return {
          path,
          bytes: () => bytes() - opened,
          async close() {
            await own.close();
            close();
          },
        };
      }),
    );

    const startedAt = performance.now();
    for (let number = 0; number < INCIDENTS; number += 1) {
      const waitMs = startedAt + (number * STORM_MS) / INCIDENTS - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
      await ping(2 + 5 * number, 'db01: connection refused');
    }
    expect((await stage.api().incidents.countOpen()).open).toBe(INCIDENTS + 1);
    await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));

    const received = pages.map(({ path, bytes }) => ({ path, bytes: bytes() }));
    console.table(received);
    expect(received.filter(({ bytes }) => bytes >= BYTES_MAX)).toEqual([]);
    await Promise.all(pages.map(({ close }) => close()));
  },
  PATIENCE_MS,
);
