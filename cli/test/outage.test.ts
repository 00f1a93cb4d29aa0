import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startServer, until } from '../../server/test/running-server.ts';
import { makeStateFolder, run } from './command.ts';

/** A network between this host and the service, which can be unplugged. */
async function openNetwork(target: number) {
  const sockets = new Set<Socket>();
  let isPlugged = true;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (!isPlugged) return void socket.destroy();
    const onward = connect(target, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The network has no port.');
  return {
    port: address.port,
    plug(plugged: boolean) {
      isPlugged = plugged;
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('no run is lost while the network is unplugged, and in the end none is called missed', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const monitor = await server.createMonitor({ schedule: { interval: 10, graceDuration: 0 } });
  const network = await openNetwork(server.port);
  const env = {
    OVERDUE_STATE: makeStateFolder(),
    OVERDUE_PING_URL: `http://127.0.0.1:${network.port}${monitor.path}`,
  };
  const job = ['exec', '--', 'echo', 'saved'];
  expect(await run(job, { env })).toMatchObject({ status: 0, stderr: '' });

  network.plug(false);
  expect(await run(job, { env })).toMatchObject({ status: 0, stdout: 'saved\n' });
  await until(async () => expect((await server.readMonitor(monitor.shortID)).status).toBe('down'));

  network.plug(true);
  expect(await run(['flush'], { env })).toMatchObject({ status: 0, stdout: 'SendResult: 2. Waiting: 0.\n' });
  expect((await server.readMonitor(monitor.shortID)).status).toBe('up');
  const listed = await server.api('GET', `/v1/monitors/${monitor.shortID}/runs/`);
  const succeeded = expect.objectContaining({
    state: 'succeeded',
    late: false,
    duration: expect.any(Number),
  });
  expect(listed.runs).toEqual([succeeded, succeeded]);
});
