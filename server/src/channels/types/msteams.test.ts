import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { COMBINED, DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { msteams } from './msteams.ts';

describe('msteams', () => {
  const { receiver, send, deliver, transcript } = trial((origin) => ({
    type: msteams(),
    settings: { url: `${origin}/workflows/secret` },
  }));

  test('sends the reviewed message', async () => {
    await expect(await transcript()).toMatchFileSnapshot('snapshots/msteams.txt');
  });

  test('uses only elements without Markdown, and mentions no one', async () => {
    const [{ content }] = JSON.parse((await deliver(HOSTILE)).body).attachments;
    expect(new Set(content.body.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['RichTextBlock']),
    );
    expect(content.msteams).toEqual({ width: 'Full' });
    const urls = [...JSON.stringify(content).matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url);
    expect(urls).toEqual([HOSTILE.url]);
  });

  test('states how many monitors are not listed', async () => {
    expect((await deliver(COMBINED)).body).toContain('and 4 more');
  });

  test('keeps within 28 kB', async () => {
    const wide = '語\u0001"'.repeat(400);
    const alert = {
      ...COMBINED,
      title: wide,
      text: Array.from({ length: 20 }, () => wide),
      log: wide.repeat(3),
    };
    expect(Buffer.byteLength((await deliver(alert)).body)).toBeLessThan(28_000);
  });

  test.each([
    [202, 'sent'],
    [404, 'gone'],
    [401, 'gone'],
    [400, 'refused'],
    [429, 'failed'],
    [502, 'failed'],
  ])('%i is %s', async (status, outcome) => {
    receiver().react({ status, body: '' });
    expect(await send(DOWN)).toMatchObject({ outcome, status });
  });
});
