import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection, request } from '../connection.ts';
import { isLongestRun, isLongRun } from '../length.ts';
import { type RunningServer, startServer, until } from '../running-server.ts';
import { stopInTime } from './stop-in-time.ts';

const STOPS = isLongestRun ? 30 : isLongRun ? 3 : 1;
const CLIENTS = 24;

type Outcome = 'answered' | 'refused' | string;

/** Starts clients that send pings over keep-alive connections, until the service accepts no more connections. */
function startKeepAliveLoad(server: RunningServer, path: string) {
  const outcomes: Outcome[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const clients = Array.from({ length: CLIENTS }, async () => {
    for (;;) {
      const outcome = await pingOnce(server.port, path, agent);
      outcomes.push(outcome);
      if (outcome !== 'answered') return;
    }
  });
  return {
    outcomes,
    async ended() {
      await Promise.all(clients);
      agent.destroy();
    },
  };
}

function pingOnce(port: number, path: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = httpRequest({ port, path, agent }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve(response.statusCode === 200 ? 'answered' : `${response.statusCode}`),
      );
      response.once('error', (error) => resolve(`broken answer: ${error.message}`));
    });
    sent.once('error', (error) =>
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : error.message),
    );
    sent.end();
  });
}

test(`no request is reset by a stop under load, ${STOPS} times`, async () => {
  const server = await startServer();
  const { path } = await server.createMonitor();
  for (let turn = 0; turn < STOPS; turn += 1) {
    const load = startKeepAliveLoad(server, `${path}/log`);
    await until(() => expect(load.outcomes.length).toBeGreaterThan(CLIENTS * 5));
    await stopInTime(server);
    await load.ended();
    expect([...new Set(load.outcomes)].sort()).toEqual(['answered', 'refused']);
    await server.restart();
  }
  await server.stop();
});

test('a request over an idle connection right after SIGTERM is answered', async () => {
  const server = await startServer();
  const { path } = await server.createMonitor();
  const connections = Array.from({ length: 20 }, () => openConnection(server.port));
  for (const connection of connections) {
    connection.write(request('GET', `${path}/log`));
    expect((await connection.respond())?.headers.connection).toBe('keep-alive');
  }
  const stopped = server.kill('SIGTERM');
  await until(() => expect(server.log.at(-1)?.msg).toMatch(/^Stopping/), { interval: 1 });
  for (const connection of connections) connection.write(request('GET', `${path}/log`));
  for (const connection of connections) {
    const response = await connection.respond();
    expect([response?.status, response?.headers.connection]).toEqual([200, 'close']);
  }
  await stopped;
  await server.stop();
});

test('clients that hang do not hold up SIGTERM', async () => {
  const server = await startServer();
  const { path } = await server.createMonitor();
  const hanging = [
    '',
    'GET / HTTP/1.1\r\nX-a: ',
    request('POST', `${path}/log`, { headers: ['Content-Length: 1000'] }),
    Buffer.concat(Array.from({ length: 30 }, () => request('GET', '/v1/openapi.json'))),
  ].map((bytes) => {
    const { socket } = openConnection(server.port);
    socket.pause();
    socket.write(bytes);
    onTestFinished(() => void socket.destroy());
    return socket;
  });
  await Promise.all(hanging.map((socket) => socket.readyState === 'open' || once(socket, 'connect')));
  await fetch(`${server.baseURL}${path}`);
  await stopInTime(server);
  await server.stop();
});
