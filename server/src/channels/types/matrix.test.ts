import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { COMBINED, DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { matrix } from './matrix.ts';

describe('matrix', () => {
  const { receiver, send, deliver, transcript } = trial((origin) => ({
    type: matrix(),
    settings: { url: origin, token: 'syt_secret', room: '!room/a:example.com' },
  }));

  test('sends the reviewed message', async () => {
    await expect(await transcript()).toMatchFileSnapshot('snapshots/matrix.txt');
  });

  test('sends all attempts of a message under one transaction, with an escaped room in the path', async () => {
    expect((await deliver(DOWN)).path).toBe(
      `/_matrix/client/v3/rooms/!room%2Fa%3Aexample.com/send/m.room.message/${DOWN.key}`,
    );
  });

  test('escapes tags and mentions in all input', async () => {
    const message = JSON.parse((await deliver(HOSTILE)).body);
    const tags = [...message.formatted_body.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    expect(tags.filter((tag) => !/^<(?:\/?(?:p|strong|pre|code|br|font|a|ul|li))\b/.test(tag))).toEqual([]);
    expect(tags.filter((tag) => tag.startsWith('<a '))).toEqual([`<a href="${HOSTILE.url}">`]);
    expect(message['m.mentions']).toEqual({});
  });

  test('keeps within 65 536 bytes', async () => {
    const wide = '語"'.repeat(600);
    const alert = {
      ...COMBINED,
      title: wide,
      text: Array.from({ length: 20 }, () => wide),
      log: wide.repeat(2),
    };
    expect(Buffer.byteLength((await deliver(alert)).body)).toBeLessThan(65_000);
  });

  test.each([
    [401, 'M_UNKNOWN_TOKEN', 'gone'],
    [403, 'M_USER_DEACTIVATED', 'gone'],
    [401, 'M_MISSING_TOKEN', 'failed'],
    [403, 'M_FORBIDDEN', 'failed'],
    [404, 'M_NOT_FOUND', 'failed'],
    [404, 'M_UNRECOGNIZED', 'failed'],
    [400, 'M_BAD_JSON', 'refused'],
    [500, 'M_UNKNOWN', 'failed'],
  ])('%i %s is %s', async (status, errcode, outcome) => {
    receiver().react({ status, body: JSON.stringify({ errcode, error: 'no' }) });
    expect(await send(DOWN)).toMatchObject({ outcome, status });
  });

  test('waits as long as the response body asks', async () => {
    receiver().react({ status: 429, body: '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}' });
    expect(await send(DOWN)).toMatchObject({ outcome: 'failed', retryAfterMs: 1500 });
  });
});
