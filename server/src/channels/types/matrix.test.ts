import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { matrix } from './matrix.ts';

describe('matrix', () => {
  const { deliver } = trial((origin) => ({
    type: matrix(),
    settings: { url: origin, token: 'syt_secret', room: '!room/a:example.com' },
  }));

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
});
