import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { COMBINED, DOWN, HOSTILE, RECOVERED } from '../../../test/notify/sample-alerts.ts';
import { googleChat } from './googlechat.ts';

describe('googlechat', () => {
  const { receiver, deliver } = trial((origin) => ({
    type: googleChat([origin]),
    settings: { url: `${origin}/v1/spaces/A/messages?key=k&token=t` },
  }));

  test('puts a recovery into the thread of its alarm, and each digest into its own', async () => {
    const threads = [];
    for (const alert of [DOWN, RECOVERED, COMBINED])
      threads.push(JSON.parse((await deliver(alert)).body).thread.threadKey);
    expect(threads).toEqual([DOWN.items[0]?.incident?.id, DOWN.items[0]?.incident?.id, COMBINED.key]);
    expect(receiver().last().path).toContain(`requestId=${COMBINED.key}`);
  });

  test('escapes tags in all input', async () => {
    const message = JSON.parse((await deliver(HOSTILE)).body);
    expect(message.text).toBeUndefined();
    const texts: string[] = message.cardsV2[0].card.sections[0].widgets.flatMap(
      (widget: { textParagraph?: { text: string } }) => widget.textParagraph?.text ?? [],
    );
    const tags = texts.flatMap((text) => [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag));
    expect(new Set(tags)).toEqual(new Set(['<b>', '</b>']));
  });
});
