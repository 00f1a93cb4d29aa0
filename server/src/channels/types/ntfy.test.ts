import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../test/notify/receiver.ts';
import {
  COMBINED,
  DOWN,
  HOSTILE,
  RECOVERED,
  RECOVERED_FOR_BOTH,
  REPORT,
  TEST,
} from '../../../test/notify/sample-alerts.ts';
import { attempt, hidesSomething, LONG, transcripts } from '../../../test/notify/transcript.ts';
import { ntfy } from './ntfy.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('ntfy', () => {
  const settings = () => ({ server: receiver.origin, topic: 'acme-cron-7f3k2', token: 'tk_secret' });
  const sent = () => JSON.parse(receiver.last().body);

  test('sends the reviewed message', async () => {
    const text = await transcripts(receiver, ntfy(), settings(), {
      DOWN,
      RECOVERED,
      RECOVERED_FOR_BOTH,
      COMBINED,
      REPORT,
      TEST,
      HOSTILE,
    });
    await expect(text).toMatchFileSnapshot('snapshots/ntfy.txt');
  });

  test('puts no input into a header, and removes control characters', async () => {
    await attempt(ntfy(), settings(), HOSTILE);
    const { headers } = receiver.last();
    expect(Object.keys(headers)).not.toContain('bcc');
    expect(JSON.stringify(headers)).not.toContain('alert(1)');
    expect(hidesSomething(sent().message)).toBe(false);
    expect(sent().title).toContain('<script>alert(1)</script> *bold*');
    expect(sent().markdown).toBeUndefined();
  });

  test('keeps within the bytes of a message and of a body', async () => {
    await attempt(ntfy(), settings(), LONG);
    expect(Buffer.byteLength(sent().message)).toBeLessThanOrEqual(4096);
    expect(Buffer.byteLength(receiver.last().body)).toBeLessThanOrEqual(8192);
    expect(sent().message).toContain('…');
  });

  test.each([
    ['low', 2, 2],
    ['normal', 3, 3],
    ['high', 4, 3],
    ['critical', 5, 3],
  ] as const)('a %s monitor has priority %i when down, %i when back', async (severity, down, back) => {
    await attempt(ntfy(), settings(), { ...DOWN, severity });
    expect(sent().priority).toBe(down);
    await attempt(ntfy(), settings(), { ...RECOVERED, severity });
    expect(sent().priority).toBe(back);
  });

  test('sends the same sequence ID with every attempt', async () => {
    await attempt(ntfy(), settings(), DOWN);
    await attempt(ntfy(), settings(), DOWN);
    expect(receiver.received.map(({ body }) => JSON.parse(body).sequence_id)).toEqual([DOWN.key, DOWN.key]);
  });

  test.each([
    [200, 'sent'],
    [400, 'refused'],
    [401, 'failed'],
    [403, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'failed'],
    [507, 'failed'],
  ])('%i is %s', async (status, outcome) => {
    receiver.react({ status, headers: { 'retry-after': '7' } });
    expect(await attempt(ntfy(), settings(), DOWN)).toMatchObject({ outcome, status });
  });

  test('needs no token, and the server may live under a path', async () => {
    await attempt(ntfy(), { server: `${receiver.origin}/push/`, topic: 'cron' }, DOWN);
    expect(receiver.last().path).toBe('/push/');
    expect(receiver.last().headers.authorization).toBeUndefined();
  });
});
