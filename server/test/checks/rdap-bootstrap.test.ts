import { createServer, type RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRDAPBootstrap } from '../../src/checks/probes/rdap-bootstrap.ts';
import { domainProblem } from '../../src/checks/registered-domain.ts';
import { createRequest } from '../../src/platform/outbound/outbound.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createFakeClock } from '../fake-clock.ts';

const HOUR_MS = 3_600_000;

/** Starts a server for the time of a test, and returns its URL. */
async function serve(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

function json(value: unknown, status = 200): RequestListener {
  return (_, response) => response.writeHead(status).end(JSON.stringify(value));
}

describe('the list of services', () => {
  const services = (entries: unknown) => json({ version: '1.0', services: entries });

  async function listAt(respond: RequestListener) {
    const clock = createFakeClock(0);
    const request = createRequest({ clock: systemClock, isAllowedAddress: () => true });
    return { clock, list: createRDAPBootstrap({ request, clock, listURL: await serve(respond) }) };
  }

  test('is part of Overdue, for the time when IANA can’t be reached', async () => {
    const { list } = await listAt((request) => request.socket.destroy());
    expect(await list.serviceOf('example.com')).toBe('https://rdap.verisign.com/com/v1/');
    expect(await list.serviceOf('example.co.uk')).toBe('https://rdap.nominet.uk/uk/');
    expect(await list.serviceOf('example.kg')).toBe('http://rdap.cctld.kg/');
    expect(await list.serviceOf('example.de')).toBeNull();
  });

  test('is requested once a day, and once an hour after a failure', async () => {
    let requests = 0;
    let isDown = true;
    const { clock, list } = await listAt((request, response) => {
      requests += 1;
      if (isDown) request.socket.destroy();
      else services([[['de'], ['http://old.example/', 'https://rdap.example/de']]])(request, response);
    });
    const find = () => list.serviceOf('example.de');
    expect([await find(), await find(), requests]).toEqual([null, null, 1]);
    isDown = false;
    await clock.advance(HOUR_MS);
    expect([await find(), await find(), requests]).toEqual([
      'https://rdap.example/de',
      'https://rdap.example/de',
      2,
    ]);
    await clock.advance(24 * HOUR_MS - 1);
    expect([await find(), requests]).toEqual(['https://rdap.example/de', 2]);
  });

  test('chooses the longest suffix', async () => {
    const { list } = await listAt(
      services([
        [['uk'], ['https://uk.example/']],
        [['co.uk'], ['https://co.example/']],
      ]),
    );
    // The first answer comes from the list of Overdue.
    await list.serviceOf('example.invalid');
    expect(await list.serviceOf('a.b.co.uk')).toBe('https://co.example/');
    expect(await list.serviceOf('b.org.uk')).toBe('https://uk.example/');
  });

  test.each<[string, RequestListener]>([
    ['an empty list', services([])],
    ['another form', services([['de', 'https://rdap.example/']])],
    ['no JSON', (_, response) => response.end('busy')],
    ['an error', json({}, 500)],
  ])('%s is ignored', async (_, respond) => {
    const { list } = await listAt(respond);
    await list.serviceOf('example.de');
    expect(await list.serviceOf('example.com')).toBe('https://rdap.verisign.com/com/v1/');
  });
});

describe('a domain that can’t be checked', () => {
  const rdapBootstrap = {
    serviceOf: (domain: string) => Promise.resolve(domain.endsWith('.de') ? null : 'https://rdap.example/'),
  };

  test.each([
    ['example.com', null],
    ['example.co.uk', null],
    ['www.example.co.uk', 'Enter the registered domain: example.co.uk.'],
    ['team.github.io', 'Enter the registered domain: github.io.'],
    ['co.uk', 'This must be a domain that somebody has registered, such as example.com.'],
    ['localhost', 'This must be a domain that somebody has registered, such as example.com.'],
    [
      'example.de',
      'The registry of example.de does not answer by RDAP, so Overdue can’t learn when the registration ends.',
    ],
  ])('%s: %s', async (host, problem) => expect(await domainProblem(host, rdapBootstrap)).toBe(problem));
});
