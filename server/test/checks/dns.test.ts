import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import type { Answer } from 'dns-packet';
import { TRUNCATED_RESPONSE } from 'dns-packet';
import fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { type DNSTools, probeDNS } from '../../src/checks/probes/dns.ts';
import { CHECK_SETTINGS, type CheckSettings } from '../../src/checks/settings.ts';
import { guardAddresses } from '../../src/platform/outbound/address-guard.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import { createFakeClock } from '../fake-clock.ts';
import { freePort } from '../free-port.ts';
import { answerTo, type DNSQuery, type DNSServer, type Response, startDNSServer } from './dns-server.ts';
import { createTools, startServer } from './probe-tools.ts';

const NXDOMAIN = 3;
const SERVFAIL = 2;

const open: DNSServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(respond: (query: DNSQuery) => Response, address?: string): Promise<DNSServer> {
  const server = await startDNSServer(respond, address);
  open.push(server);
  return server;
}

const tools: DNSTools = {
  ...createTools({
    resolve: () => Promise.reject(new Error('No name is looked up.')),
    isAllowed: guardAddresses((address) => address.startsWith('127.0.0.')),
    keepsExcerpt: true,
  }),
  random: systemRandom,
  systemResolvers: () => [],
};
const TIMEOUT_MS = 10_000;

type DNSSettings = CheckSettings<'dns'>;

interface Asked {
  readonly server?: DNSServer;
  readonly settings?: z.input<(typeof CHECK_SETTINGS)['dns']>;
  readonly host?: string;
  readonly with?: Partial<DNSTools>;
}

function probe({ server, settings, host = 'www.example.com', with: other }: Asked): Promise<CheckAttempt> {
  const resolver = server === undefined ? null : `127.0.0.1:${server.port}`;
  return probeDNS({ kind: 'dns', host }, CHECK_SETTINGS.dns.parse({ resolver, ...settings }), {
    ...tools,
    ...other,
  });
}

function address(data: string, name = 'www.example.com'): Answer {
  return { type: 'A', name, ttl: 60, data };
}

function alias(name: string, data: string): Answer {
  return { type: 'CNAME', name, ttl: 60, data };
}

function answers(...list: readonly Answer[]): (query: DNSQuery) => Buffer {
  return (query) => answerTo(query, { answers: list });
}

describe('records', () => {
  const big = 'x'.repeat(200);
  test.each<[DNSSettings['type'], Answer, string]>([
    ['A', address('192.0.2.1'), '192.0.2.1'],
    ['AAAA', { type: 'AAAA', name: 'www.example.com', data: '2001:db8:0:0::1' }, '2001:DB8::1'],
    ['CNAME', alias('www.example.com', 'web.example.net'), 'Web.Example.NET.'],
    [
      'MX',
      { type: 'MX', name: 'www.example.com', data: { preference: 10, exchange: 'mx.example.com' } },
      '10 mx.example.com.',
    ],
    [
      'MX',
      { type: 'MX', name: 'www.example.com', data: { preference: 10, exchange: 'mx.example.com' } },
      'mx.example.com',
    ],
    ['NS', { type: 'NS', name: 'www.example.com', data: 'ns1.example.com' }, 'ns1.example.com'],
    ['PTR', { type: 'PTR', name: 'www.example.com', data: 'host.example.com' }, 'host.example.com.'],
    [
      'TXT',
      { type: 'TXT', name: 'www.example.com', data: ['v=spf1 ', big, 'ä -all'] },
      `v=spf1 ${big}ä -all`,
    ],
    [
      'SRV',
      {
        type: 'SRV',
        name: 'www.example.com',
        data: { priority: 1, weight: 2, port: 5060, target: 'sip.example.com' },
      },
      '1 2 5060 sip.example.com',
    ],
    [
      'SOA',
      {
        type: 'SOA',
        name: 'www.example.com',
        data: {
          mname: 'ns1.example.com',
          rname: 'admin.example.com',
          serial: 4_000_000_000,
          refresh: 1,
          retry: 2,
          expire: 3,
          minimum: 4,
        },
      },
      'ns1.example.com admin.example.com 4000000000 1 2 3 4',
    ],
    [
      'CAA',
      { type: 'CAA', name: 'www.example.com', data: { flags: 0, tag: 'issue', value: 'ca.example.net' } },
      '0 issue "ca.example.net"',
    ],
  ])('%s matches its expected value', async (type, record, value) => {
    const server = await serve(answers(record));
    const attempt = await probe({ server, settings: { type, values: [value], match: 'exact' } });
    expect(attempt).toMatchObject({
      outcome: 'succeeded',
      code: null,
      message: '',
      address: '127.0.0.1',
      family: 4,
    });
    expect(attempt.phases).toMatchObject({ dns: null, connect: null, tls: null });
    expect(attempt.phases.firstByte).toBeGreaterThan(0);
  });

  test.each<[DNSSettings['match'], string[], string]>([
    ['any', ['192.0.2.9', '192.0.2.2'], ''],
    ['any', ['192.0.2.8', '192.0.2.9'], 'The answer has none of the expected values.'],
    ['all', ['192.0.2.2'], ''],
    ['all', ['192.0.2.2', '192.0.2.9'], 'The answer lacks the value 192.0.2.9.'],
    ['exact', ['192.0.2.2', '192.0.2.1'], ''],
    ['exact', ['192.0.2.2'], 'The answer also has the value 192.0.2.1.'],
    ['exact', ['192.0.2.1', '192.0.2.2', '192.0.2.3'], 'The answer lacks the value 192.0.2.3.'],
  ])('of two addresses, %s of %j: %s', async (match, values, message) => {
    const server = await serve(answers(address('192.0.2.1'), address('192.0.2.2')));
    const attempt = await probe({ server, settings: { match, values } });
    expect(attempt).toMatchObject({ message, code: message === '' ? null : 'dns_values' });
    expect(attempt.excerpt).toBe('NOERROR\nwww.example.com A 192.0.2.1\nwww.example.com A 192.0.2.2');
  });

  test('an answer without a record fails, even if no value is expected', async () => {
    const server = await serve(answers());
    expect(await probe({ server })).toMatchObject({
      outcome: 'failed',
      code: 'dns_values',
      message: 'The answer has no record of the type A.',
    });
  });

  test('aliases are followed to the records at their end', async () => {
    const server = await serve(
      answers(
        alias('www.example.com', 'a.example.net'),
        alias('a.example.net', 'b.example.net'),
        address('192.0.2.7', 'b.example.net'),
      ),
    );
    expect(await probe({ server, settings: { values: ['192.0.2.7'] } })).toMatchObject({
      outcome: 'succeeded',
    });
  });

  test('records of other names don’t count', async () => {
    const server = await serve(answers(address('192.0.2.7', 'other.example.com')));
    expect(await probe({ server })).toMatchObject({ code: 'dns_values' });
  });

  test('aliases that form a loop fail', async () => {
    const server = await serve(
      answers(alias('www.example.com', 'a.example.com'), alias('a.example.com', 'www.example.com')),
    );
    expect(await probe({ server })).toMatchObject({
      code: 'dns_failed',
      message: 'The aliases in the answer form a loop.',
    });
  });
});

describe('response codes', () => {
  test.each<[number, DNSSettings['rcode'], CheckAttempt['code']]>([
    [NXDOMAIN, 'NXDOMAIN', null],
    [NXDOMAIN, 'NOERROR', 'dns_rcode'],
    [SERVFAIL, 'NOERROR', 'dns_rcode'],
    [SERVFAIL, 'NXDOMAIN', 'dns_rcode'],
    [0, 'NXDOMAIN', 'dns_rcode'],
  ])('%i with %s expected: %s', async (flags, rcode, code) => {
    const server = await serve((query) => answerTo(query, { flags }));
    expect(await probe({ server, settings: { rcode } })).toMatchObject({ code });
  });

  test('a server that refuses EDNS is asked without it', async () => {
    const FORMERR = 1;
    const server = await serve((query) =>
      (query.packet.additionals ?? []).length > 0
        ? answerTo(query, { flags: FORMERR })
        : answerTo(query, { answers: [address('192.0.2.1')] }),
    );
    expect(await probe({ server })).toMatchObject({ outcome: 'succeeded' });
  });
});

describe('transports', () => {
  test('a truncated answer is asked for again over TCP', async () => {
    const server = await serve((query) =>
      query.transport === 'udp'
        ? answerTo(query, { flags: TRUNCATED_RESPONSE, answers: [address('192.0.2.9')] })
        : answerTo(query, { answers: [address('192.0.2.1')] }),
    );
    const attempt = await probe({ server, settings: { values: ['192.0.2.1'], match: 'exact' } });
    expect(attempt).toMatchObject({ outcome: 'succeeded' });
    expect(attempt.phases.connect).toBeGreaterThan(0);
    expect(server.queries.map(({ transport }) => transport)).toEqual(['udp', 'tcp']);
  });

  test('an answer that is truncated over TCP fails', async () => {
    const server = await serve((query) => answerTo(query, { flags: TRUNCATED_RESPONSE }));
    expect(await probe({ server })).toMatchObject({ code: 'dns_failed' });
  });

  test('TCP alone is used if chosen, and the answer may arrive byte by byte', async () => {
    const server = await serve((query) => {
      const bytes = answerTo(query, { answers: [address('192.0.2.1')] });
      return [
        Buffer.from([0, bytes.length]),
        ...bytes
          .subarray(0, 20)
          .toString('latin1')
          .split('')
          .map((byte) => Buffer.from(byte, 'latin1')),
        bytes.subarray(20),
      ];
    });
    expect(await probe({ server, settings: { transport: 'tcp' } })).toMatchObject({ outcome: 'succeeded' });
    expect(server.queries.map(({ transport }) => transport)).toEqual(['tcp']);
  });

  test.each(['udp', 'tcp'] as const)('a silent server times out over %s', async (transport) => {
    const server = await serve(() => null);
    const clock = createFakeClock(0);
    const result = probe({ server, settings: { transport }, with: { clock } });
    await server.received(1);
    await clock.advance(TIMEOUT_MS);
    expect(await result).toMatchObject({
      outcome: 'timed_out',
      code: 'response_timeout',
      phases: { total: TIMEOUT_MS },
    });
    expect(clock.pending()).toBe(0);
  });

  test('a lost packet is sent again, with the same ID', async () => {
    let isFirst = true;
    const server = await serve((query) => {
      const isLost = isFirst;
      isFirst = false;
      return isLost ? null : answerTo(query, { answers: [address('192.0.2.1')] });
    });
    const clock = createFakeClock(0);
    const result = probe({ server, with: { clock } });
    await server.received(1);
    await clock.advance(2000);
    expect(await result).toMatchObject({ outcome: 'succeeded' });
    expect(server.queries[1]?.bytes).toEqual(server.queries[0]?.bytes);
  });

  test.each(['udp', 'tcp'] as const)('a closed port is refused over %s', async (transport) => {
    const resolver = `127.0.0.1:${await freePort()}`;
    expect(await probe({ settings: { transport, resolver } })).toMatchObject({ code: 'connect_refused' });
  });

  test('two checks have different IDs', async () => {
    const server = await serve(answers(address('192.0.2.1')));
    for (let check = 0; check < 3; check += 1) await probe({ server });
    expect(new Set(server.queries.map(({ packet }) => packet.id)).size).toBeGreaterThan(1);
  });
});

describe('hostile answers', () => {
  const forgeries: Readonly<Record<string, (query: DNSQuery) => Buffer>> = {
    'another ID': (query) => {
      const bytes = answerTo(query, { answers: [address('192.0.2.66')] });
      bytes.writeUInt16BE((bytes.readUInt16BE() + 1) & 0xffff);
      return bytes;
    },
    'another question': (query) =>
      answerTo(
        { ...query, packet: { ...query.packet, questions: [{ type: 'A', name: 'evil.example.com' }] } },
        { answers: [address('192.0.2.66')] },
      ),
    'no question': (query) =>
      answerTo(
        { ...query, packet: { ...query.packet, questions: [] } },
        { answers: [address('192.0.2.66')] },
      ),
    'the query itself': ({ bytes }) => bytes,
    'half an answer': (query) => answerTo(query, { answers: [address('192.0.2.66')] }).subarray(0, -3),
    'an empty packet': () => Buffer.alloc(0),
  };

  test.each(Object.keys(forgeries))(
    '%s is ignored over UDP, and the answer after it counts',
    async (name) => {
      const server = await serve((query) => [
        forgeries[name]?.(query) ?? Buffer.alloc(0),
        answerTo(query, { answers: [address('192.0.2.1')] }),
      ]);
      expect(await probe({ server, settings: { values: ['192.0.2.1'], match: 'exact' } })).toMatchObject({
        outcome: 'succeeded',
      });
    },
  );

  test.each(Object.keys(forgeries))('%s fails over TCP', async (name) => {
    const server = await serve((query) => forgeries[name]?.(query) ?? null);
    expect(await probe({ server, settings: { transport: 'tcp' } })).toMatchObject({
      outcome: 'failed',
      code: 'dns_failed',
    });
  });

  test('a flood of wrong packets ends the check', async () => {
    const server = await serve((query) => Array.from({ length: 100 }, () => query.bytes));
    expect(await probe({ server })).toMatchObject({ code: 'dns_failed' });
  });

  const chunks = fc.array(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    { maxLength: 20 },
  );

  test('random packets never keep the answer after them from counting', async () => {
    let packets: readonly Buffer[] = [];
    const server = await serve((query) => [...packets, answerTo(query, { answers: [address('192.0.2.1')] })]);
    await fc.assert(
      fc.asyncProperty(chunks, async (random) => {
        packets = random;
        expect(await probe({ server })).toMatchObject({ outcome: 'succeeded' });
      }),
      { numRuns: 50, seed: 20261129 },
    );
  });

  test('random bytes over TCP fail, however they are cut', async () => {
    let parts: readonly Buffer[] = [];
    const resolver = `127.0.0.1:${await startServer((socket) => {
      for (const part of parts) socket.write(part);
      socket.end();
    })}`;
    await fc.assert(
      fc.asyncProperty(chunks, async (random) => {
        parts = random;
        expect(await probe({ settings: { transport: 'tcp', resolver } })).toMatchObject({
          outcome: 'failed',
        });
      }),
      { numRuns: 50, seed: 20261129 },
    );
  });

  test('an answer from another address is ignored', async () => {
    const forger = createSocket('udp4').bind(0, '127.0.0.2');
    onTestFinished(() => void forger.close());
    await once(forger, 'listening');
    const server = await serve((query) => {
      forger.send(answerTo(query, { answers: [address('192.0.2.66')] }), query.from, '127.0.0.1');
      return answerTo(query, { answers: [address('192.0.2.1')] });
    });
    const attempt = await probe({ server, settings: { values: ['192.0.2.1'], match: 'exact' } });
    expect(attempt).toMatchObject({ outcome: 'succeeded' });
  });

  test('an excerpt has no control characters', async () => {
    const server = await serve(answers({ type: 'TXT', name: 'www.example.com', data: ['\x1b[31mred\x07'] }));
    expect((await probe({ server, settings: { type: 'TXT' } })).excerpt).toBe(
      'NOERROR\nwww.example.com TXT red',
    );
  });
});

describe('the address of the resolver', () => {
  test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '[::1]:53', '[::ffff:10.0.0.1]', '[fe80::1]'])(
    '%s is refused',
    async (resolver) => {
      const attempt = await probe({
        settings: { resolver },
        with: { isAllowed: guardAddresses(() => false) },
      });
      expect(attempt).toMatchObject({ outcome: 'failed', code: 'address_refused', address: null });
    },
  );

  test('a name is looked up once, and its private addresses are left out', async () => {
    const server = await serve(answers(address('192.0.2.1')));
    const trap = await startDNSServer(answers(address('192.0.2.1')), '127.0.0.2');
    open.push(trap);
    let lookups = 0;
    const attempt = await probe({
      settings: { resolver: `ns.example.com:${server.port}`, values: ['192.0.2.1'] },
      with: {
        isAllowed: (candidate) => candidate === '127.0.0.1',
        resolve: () => {
          lookups += 1;
          const safe = { address: '127.0.0.1', family: 4 };
          const unsafe = { address: '127.0.0.2', family: 4 };
          return Promise.resolve(lookups === 1 ? [unsafe, safe] : [unsafe]);
        },
      },
    });
    expect(attempt).toMatchObject({ outcome: 'succeeded', address: '127.0.0.1' });
    expect(attempt.phases.dns).not.toBeNull();
    expect([lookups, trap.queries.length]).toEqual([1, 0]);
  });

  test.each([
    ['ENOTFOUND', 'dns_not_found'],
    ['EAI_AGAIN', 'dns_failed'],
  ])('%s of its name: %s', async (code, expected) => {
    const attempt = await probe({
      settings: { resolver: 'ns.example.com' },
      with: { resolve: () => Promise.reject(Object.assign(new Error(code), { code })) },
    });
    expect(attempt).toMatchObject({ outcome: 'failed', code: expected });
  });

  test('a look-up without an end times out', async () => {
    const clock = createFakeClock(0);
    const result = probe({
      settings: { resolver: 'ns.example.com' },
      with: { clock, resolve: () => new Promise(() => undefined) },
    });
    await clock.advance(TIMEOUT_MS);
    expect(await result).toMatchObject({ outcome: 'timed_out', code: 'dns_timeout' });
  });

  test('after a silent address, the next one is asked in the time that is left', async () => {
    const silent = await serve(() => null, '127.0.0.3');
    const clock = createFakeClock(0);
    const resolvers = [`127.0.0.3:${silent.port}`];
    const server = await serve(answers(address('192.0.2.1')));
    resolvers.push(`127.0.0.1:${server.port}`);
    const result = probe({
      with: { clock, systemResolvers: () => resolvers, isAllowed: () => true },
    });
    await silent.received(1);
    await clock.advance(TIMEOUT_MS / 2);
    expect(await result).toMatchObject({ outcome: 'succeeded', address: '127.0.0.1' });
  });
});

describe('the resolver of the system', () => {
  const system = async (respond: (query: DNSQuery) => Response): Promise<Partial<DNSTools>> => {
    const { port } = await serve(respond);
    return { systemResolvers: () => [`127.0.0.1:${port}`], isAllowed: guardAddresses(() => false) };
  };

  test('may have a private address, because the operator chose it', async () => {
    const attempt = await probe({ with: await system(answers(address('93.184.215.14'))) });
    expect(attempt).toMatchObject({ outcome: 'succeeded', address: '127.0.0.1' });
  });

  test('shows no private address', async () => {
    const attempt = await probe({ with: await system(answers(address('10.0.0.5'))) });
    expect(attempt).toMatchObject({ outcome: 'failed', code: 'address_refused', excerpt: null });
    expect(attempt.message).not.toContain('10.0.0.5');
  });

  test.each(['5.0.0.10.in-addr.arpa', `${'0.'.repeat(31)}0.ip6.arpa`, `${'1.'.repeat(30)}d.f.ip6.arpa`])(
    'is not asked for the name of a private address: %s',
    async (host) => {
      const own = await system(answers());
      const attempt = await probe({ host, settings: { type: 'PTR' }, with: own });
      expect(attempt).toMatchObject({ outcome: 'failed', code: 'address_refused' });
    },
  );

  test('is missing', async () => {
    expect(await probe({ with: { systemResolvers: () => [] } })).toMatchObject({ code: 'dns_failed' });
  });
});
