import { existsSync, openSync } from 'node:fs';
import { AppError } from '@overdue/domain/error.ts';
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import { createLog, createOutageLog, type Log, openOutput } from './log.ts';

const PING_ID = 'Zk3vQ9mB7xW2nR5tY8pL1c';
const TOKEN = `ovd_${'a1B2'.repeat(10)}`;

function collect(level: 'debug' | 'info' | 'warn' | 'error' = 'info'): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog(level, { write: (line) => void lines.push(line) }), lines };
}

describe('lines', () => {
  test('a line is JSON with a level, a time and the fields', () => {
    const { log, lines } = collect();
    log.info({ port: 8080, nested: { list: [1, 'two', null] } }, 'Listening.');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith('}\n')).toBe(true);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      port: 8080,
      nested: { list: [1, 'two', null] },
      msg: 'Listening.',
    });
  });

  test('below the level are omitted', () => {
    const { log, lines } = collect('warn');
    log.debug({}, 'a');
    log.info({}, 'b');
    log.warn({}, 'c');
    log.error({}, 'd');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['c', 'd']);
  });

  test('an error is logged with its cause and its properties', () => {
    const { log, lines } = collect();
    const cause = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
    log.error({ err: new AppError('unavailable', 'Not stored.', { cause }) }, 'Failed.');
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
      type: 'AppError',
      message: 'Not stored.',
      stack: expect.stringContaining('log.test.ts'),
      code: 'unavailable',
      cause: { message: 'disk full', code: 'SQLITE_FULL' },
    });
  });

  test('any thrown value can be logged', () => {
    const { log, lines } = collect();
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    for (const err of [undefined, null, 'text', 7n, loop, Symbol('s'), () => 1]) log.error({ err }, 'Odd.');
    expect(lines).toHaveLength(7);
  });
});

describe('secrets', () => {
  test('are masked in the message, in fields, in errors and in their stacks and causes', () => {
    const { log, lines } = collect();
    const secret = `GET /ping/${PING_ID}/start with ${TOKEN} by smtp://me:hunter2@mail`;
    const error = Object.assign(new Error(secret, { cause: new Error(secret) }), { detail: secret });
    log.error({ url: secret, deep: { list: [{ text: secret }] }, err: error }, secret);
    expect(lines[0]).toContain('/ping/[redacted]/start');
    for (const text of [PING_ID, TOKEN, 'hunter2']) expect(lines[0]).not.toContain(text);
  });

  test('are masked by the name of their field', () => {
    const { log, lines } = collect();
    const headers = {
      Authorization: 'x-hunter2',
      cookie: 'hunter2',
      'set-cookie': ['hunter2'],
      'X-Api-Key': 'hunter2',
    };
    log.info(
      { password: 'hunter2', pingID: 'hunter2', ping_key: 'hunter2', token: 'hunter2', headers },
      'Seen.',
    );
    expect(lines[0]).not.toContain('hunter2');
  });

  test('bytes are counted, never written', () => {
    const { log, lines } = collect();
    log.info({ body: Buffer.from('hunter2') }, 'Body.');
    expect(JSON.parse(lines[0] ?? '').body).toBe('[7 bytes]');
  });
});

describe('a blocked output', () => {
  test.skipIf(!existsSync('/dev/full'))('drops lines without an error', () => {
    const log = createLog('info', openOutput(openSync('/dev/full', 'w')));
    for (let line = 0; line < 3; line += 1) log.error({ line }, 'The disk is full.');
  });
});

describe('the log of an outage', () => {
  test('an outage is logged once, the next outage again, and a repeated error once a minute', () => {
    const { log, lines } = collect();
    let now = 0;
    const outage = createOutageLog(log, { monotonic: () => now });
    const away = new DatabaseUnavailable('no route');
    for (let turn = 0; turn < 3; turn += 1) outage.failed(away, 'away');
    for (; now <= 60_000; now += 1000) outage.failed(new Error('a defect'), 'failed');
    outage.failed(new Error('another defect'), 'failed');
    outage.worked();
    outage.failed(away, 'away again');
    const said = lines
      .map((line) => JSON.parse(line))
      .map(({ level, msg, repeats, err }) => [level, msg, err.message, repeats]);
    expect(said).toEqual([
      ['warn', 'away', 'no route', undefined],
      ['error', 'failed', 'a defect', undefined],
      ['error', 'failed', 'a defect', 59],
      ['error', 'failed', 'another defect', undefined],
      ['warn', 'away again', 'no route', undefined],
    ]);
  });
});
