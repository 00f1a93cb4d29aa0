import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE, LONG } from '../../../test/notify/sample-alerts.ts';
import { twiliowhatsapp } from './twiliowhatsapp.ts';

describe('WhatsApp', () => {
  const settings = {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'f'.repeat(32),
    from: '+12025550123',
    to: '+37120000000',
  };
  const { receiver, send, transcript } = trial((origin) => ({ type: twiliowhatsapp(origin), settings }));
  const sent = () => new URLSearchParams(receiver().last().body);
  const contentSid = `HX${'b'.repeat(32)}`;

  test('fills in a template', async () => {
    const text = await transcript({ DOWN, HOSTILE }, { contentSid });
    await expect(text).toMatchFileSnapshot('snapshots/twiliowhatsapp-template.txt');
  });

  test('leaves nothing that WhatsApp reads as markup', async () => {
    const alert = { ...HOSTILE, text: ['_it_ ~no~ `x` ```y``` pg_dump_prod'] };
    await send(alert);
    expect(sent().get('Body')).not.toMatch(/[*~`]|(?<![a-z])_|_(?![a-z])/);
    expect(sent().get('Body')).toContain('pg_dump_prod');
  });

  test('keeps within its limits', async () => {
    await send(LONG);
    expect(sent().get('Body')?.length).toBeLessThanOrEqual(1600);
    await send(LONG, { contentSid });
    const values: string[] = Object.values(JSON.parse(sent().get('ContentVariables') ?? '{}'));
    expect(values.join('').length).toBeLessThanOrEqual(1024);
    expect(values.join('')).not.toMatch(/[\r\n\t]| {4}/);
  });
});
