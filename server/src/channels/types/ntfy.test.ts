import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE, LONG, RECOVERED } from '../../../test/notify/sample-alerts.ts';
import { ntfy } from './ntfy.ts';

describe('ntfy', () => {
  const { receiver, send } = trial((server) => ({
    type: ntfy(),
    settings: { server, topic: 'acme-cron-7f3k2', token: 'tk_secret' },
  }));
  const sent = () => JSON.parse(receiver().last().body);

  test('puts no input into a header, and removes control characters', async () => {
    await send(HOSTILE);
    const { headers } = receiver().last();
    expect(Object.keys(headers)).not.toContain('bcc');
    expect(JSON.stringify(headers)).not.toContain('alert(1)');
    expect(sent().title).toContain('<script>alert(1)</script> *bold*');
    expect(sent().markdown).toBeUndefined();
  });

  test('keeps within the bytes of a message and of a body', async () => {
    await send(LONG);
    expect(Buffer.byteLength(sent().message)).toBeLessThanOrEqual(4096);
    expect(Buffer.byteLength(receiver().last().body)).toBeLessThanOrEqual(8192);
    expect(sent().message).toContain('…');
  });

  test.each([
    ['low', 2, 2],
    ['normal', 3, 3],
    ['high', 4, 3],
    ['critical', 5, 3],
  ] as const)('a %s monitor has priority %i when down, %i when back', async (severity, down, back) => {
    await send({ ...DOWN, severity });
    expect(sent().priority).toBe(down);
    await send({ ...RECOVERED, severity });
    expect(sent().priority).toBe(back);
  });

  test('sends the same sequence ID with every attempt', async () => {
    await send(DOWN);
    await send(DOWN);
    expect(receiver().received.map(({ body }) => JSON.parse(body).sequence_id)).toEqual([DOWN.key, DOWN.key]);
  });

  test('needs no token, and the server may live under a path', async () => {
    await send(DOWN, { server: `${receiver().origin}/push/`, token: undefined });
    expect(receiver().last().path).toBe('/push/');
    expect(receiver().last().headers.authorization).toBeUndefined();
  });
});
