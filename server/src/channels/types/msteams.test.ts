import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { COMBINED, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { msteams } from './msteams.ts';

describe('msteams', () => {
  const { deliver } = trial((origin) => ({
    type: msteams(),
    settings: { url: `${origin}/workflows/secret` },
  }));

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
});
