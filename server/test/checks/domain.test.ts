import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import { describe, expect, test } from 'vitest';
import { type DomainTools, probeDomain, RDAP_BYTES_MAX } from '../../src/checks/probes/domain.ts';
import { CHECK_SETTINGS } from '../../src/checks/settings.ts';
import { createRequest } from '../../src/platform/outbound/outbound.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { createTools, listen } from './probe-tools.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(respond: Respond): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(respond))}`;
}

/** An answer in the form that registries of generic domains send (RFC 9083 and the profile of ICANN). */
function registered(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    objectClassName: 'domain',
    handle: '2336799_DOMAIN_COM-VRSN',
    ldhName: 'EXAMPLE.COM',
    links: [
      {
        value: 'https://rdap.example/com/v1/domain/EXAMPLE.COM',
        rel: 'self',
        href: 'https://rdap.example/com/v1/domain/EXAMPLE.COM',
        type: 'application/rdap+json',
      },
    ],
    status: ['client delete prohibited', 'client transfer prohibited', 'client update prohibited'],
    entities: [
      {
        objectClassName: 'entity',
        handle: '376',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: '376' }],
        vcardArray: [
          'vcard',
          [
            ['version', {}, 'text', '4.0'],
            ['fn', {}, 'text', 'Example Registrar'],
          ],
        ],
      },
    ],
    events: [
      { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
      { eventAction: 'expiration', eventDate: '2027-08-13T04:00:00Z' },
      { eventAction: 'last changed', eventDate: '2026-08-14T07:01:39Z' },
      { eventAction: 'last update of RDAP database', eventDate: '2026-11-29T09:10:11Z' },
    ],
    secureDNS: { delegationSigned: true },
    nameservers: [{ objectClassName: 'nameserver', ldhName: 'A.IANA-SERVERS.NET' }],
    rdapConformance: ['rdap_level_0', 'icann_rdap_response_profile_0'],
    ...changes,
  };
}

function expiring(date: string): Record<string, unknown> {
  return registered({ events: [{ eventAction: 'expiration', eventDate: date }] });
}

const json =
  (value: unknown, status = 200): Respond =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/rdap+json' }).end(JSON.stringify(value));

interface Asked {
  readonly respond?: Respond;
  readonly clock?: FakeClock;
  readonly isAllowedAddress?: (address: string) => boolean;
}

/** Probes example.com, whose registry is a server of this test. */
async function probe({ respond = json(registered()), ...other }: Asked): Promise<CheckAttempt> {
  return probeAt(await serve(respond), other);
}

function probeAt(base: string, { clock = createFakeClock(NOW), isAllowedAddress = () => true }: Asked) {
  const request = createRequest({
    clock: systemClock,
    isAllowedAddress,
    responseBytesMax: RDAP_BYTES_MAX + 1,
  });
  const tools: DomainTools = {
    ...createTools({ clock }),
    request,
    rdapBootstrap: { serviceOf: () => Promise.resolve(`${base}/rdap`) },
  };
  return probeDomain({ kind: 'domain', host: 'example.com' }, CHECK_SETTINGS.domain.parse({}), tools);
}

describe('the end of a registration', () => {
  test('a domain that ends later succeeds', async () => {
    const paths: string[] = [];
    const attempt = await probe({
      respond: (request, response) => {
        paths.push(request.url ?? '', request.headers.accept ?? '');
        json(registered())(request, response);
      },
    });
    expect(attempt).toMatchObject({
      outcome: 'succeeded',
      code: null,
      status: 200,
      domainExpiresAt: Date.parse('2027-08-13T04:00:00Z'),
    });
    expect(paths).toEqual(['/rdap/domain/example.com', 'application/rdap+json, application/json']);
  });

  test.each([
    ['2026-12-29T12:00:01Z', 'succeeded', null, ''],
    [
      '2026-12-29T12:00:00Z',
      'succeeded',
      'domain_expires_soon',
      'The registration ends on 2026-12-29, in 30 days.',
    ],
    [
      '2026-12-06T12:00:01Z',
      'succeeded',
      'domain_expires_soon',
      'The registration ends on 2026-12-06, in 7 days.',
    ],
    [
      '2026-12-06T12:00:00Z',
      'failed',
      'domain_expires_soon',
      'The registration ends on 2026-12-06, in 7 days.',
    ],
    [
      '2026-12-01T11:59:59Z',
      'failed',
      'domain_expires_soon',
      'The registration ends on 2026-12-01, in 1 day.',
    ],
    ['2026-11-29T11:59:59Z', 'failed', 'domain_expires_soon', 'The registration ended on 2026-11-29.'],
    [
      '2026-12-06T14:00:00+02:00',
      'failed',
      'domain_expires_soon',
      'The registration ends on 2026-12-06, in 7 days.',
    ],
    [
      '2026-12-06T12:00:00.123456Z',
      'succeeded',
      'domain_expires_soon',
      'The registration ends on 2026-12-06, in 7 days.',
    ],
    [
      '2026-12-06T12:00:00',
      'failed',
      'domain_expires_soon',
      'The registration ends on 2026-12-06, in 7 days.',
    ],
    ['2026-12-06', 'failed', 'domain_expires_soon', 'The registration ends on 2026-12-06, in 6 days.'],
  ])('%s: %s, %s', async (date, outcome, code, message) => {
    expect(await probe({ respond: json(expiring(date)) })).toMatchObject({ outcome, code, message });
  });

  test.each(['redemption period', 'Pending Delete'])('%s fails before the date is read', async (status) => {
    const attempt = await probe({ respond: json(registered({ status: ['server hold', status] })) });
    expect(attempt).toMatchObject({ outcome: 'failed', code: 'domain_expires_soon' });
  });

  test('a domain that the registry does not know fails', async () => {
    expect(await probe({ respond: json({ errorCode: 404, title: 'Not Found' }, 404) })).toMatchObject({
      outcome: 'failed',
      code: 'domain_not_found',
      status: 404,
    });
  });
});

describe('a query that fails says nothing about the domain', () => {
  test.each<[string, Respond]>([
    ['a rate limit', json({ errorCode: 429 }, 429)],
    ['an error of the registry', json({}, 503)],
    ['no JSON', (_, response) => response.end('<html>')],
    ['another object', json({ objectClassName: 'entity', handle: 'X' })],
    ['another domain', json(registered({ ldhName: 'EXAMPLE.ORG' }))],
    ['no date', json(registered({ events: [] }))],
    ['no events', json(registered({ events: undefined }))],
    ['a date that is none', json(expiring('soon'))],
    ['a date that does not exist', json(expiring('2026-13-45T99:99:99Z'))],
    [
      'an answer without an end',
      (_, response) => response.end(JSON.stringify(registered({ remarks: 'x'.repeat(RDAP_BYTES_MAX) }))),
    ],
    ['a closed connection', (request) => request.socket.destroy()],
    [
      'an answer that is cut',
      (_, response) =>
        response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
    ],
    ['deep JSON', (_, response) => response.end('['.repeat(200_000))],
    ['a redirect to itself', (request, response) => response.writeHead(302, { location: request.url }).end()],
    ['a redirect to nowhere', (_, response) => response.writeHead(302, { location: 'http://' }).end()],
    [
      'a redirect to a file',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
  ])('%s', async (_, respond) => {
    expect(await probe({ respond })).toMatchObject({ outcome: 'unknown', code: 'rdap_failed' });
  });

  test('silence until the time-out', async () => {
    const clock = createFakeClock(NOW);
    const arrived = Promise.withResolvers<void>();
    const result = probe({ clock, respond: () => arrived.resolve() });
    await arrived.promise;
    await clock.advance(10_000);
    expect(await result).toMatchObject({
      outcome: 'unknown',
      code: 'rdap_failed',
      phases: { total: 10_000 },
    });
  });
});

describe('redirects', () => {
  test('are followed to the answer', async () => {
    const attempt = await probe({
      respond: (request, response) =>
        request.url === '/answer'
          ? json(registered())(request, response)
          : response.writeHead(302, { location: '/answer' }).end(),
    });
    expect(attempt).toMatchObject({ outcome: 'succeeded' });
  });

  test.each(['http://169.254.169.254/latest/', 'http://10.0.0.1/', 'http://[::1]/', 'http://0x7f.2/'])(
    'to %s are refused',
    async (location) => {
      const attempt = await probe({
        respond: (_, response) => response.writeHead(302, { location }).end(),
        isAllowedAddress: (address) => address === '127.0.0.1',
      });
      expect(attempt).toMatchObject({ outcome: 'unknown', code: 'rdap_failed' });
      expect(attempt.message).toMatch(/is not a public address|can't be a receiver/);
    },
  );
});
