import { describe, expect, test } from 'vitest';
import { DOWN } from '../../../test/notify/sample-alerts.ts';
import { mattermostActions, parseMattermostPress } from './mattermost.ts';

const SECRET = 'secret of the channel';
const [SENT] = mattermostActions(DOWN, {
  buttons: [{ action: 'acknowledge', text: 'Acknowledge', token: 'token' }],
  pressURL: 'https://o.example/press/c',
  secret: SECRET,
});
const CONTEXT = SENT?.integration.context;

const PRESS = {
  user_id: 'rd49ehbqyjytddasoownkuqrxe',
  user_name: 'ann',
  channel_id: 'j6j53p28k6urx15fpcgsr20psq',
  post_id: 'gbpbnkhd7pfpfxm3ah7o1sj38r',
  trigger_id: 'NDU5aHVoNjF0aWRtamc4',
  type: '',
  data_source: '',
  context: CONTEXT,
};

function parse(body: unknown) {
  return parseMattermostPress(
    { body: JSON.stringify(body), secret: SECRET },
    (alert, { result, buttons }) => ({
      text: alert.title,
      attachments: [result, buttons.length],
    }),
  );
}

describe('a press in Mattermost', () => {
  test('names the person and the message', () => {
    expect(parse(PRESS)).toMatchObject({
      kind: 'press',
      id: PRESS.trigger_id,
      token: 'token',
      by: 'ann',
      messageKey: DOWN.key,
    });
  });

  test.each([
    ['no context', { ...PRESS, context: undefined }],
    ['no ID', { ...PRESS, trigger_id: '' }],
    ['no object', []],
  ])('a press with %s is refused', (_, body) => {
    expect(parse(body)).toEqual({ kind: 'refusal', reason: 'invalid' });
  });

  test.each([
    ['another message', { ...CONTEXT, message: 'another-key' }],
    ['another token', { ...CONTEXT, token: 'another' }],
    ['another signature', { ...CONTEXT, signature: 'x' }],
  ])('a press with %s is forged', (_, context) => {
    expect(parse({ ...PRESS, context })).toEqual({ kind: 'refusal', reason: 'forged' });
  });

  test('updates the message, or tells the person if the message is no longer stored', () => {
    const press = parse(PRESS);
    if (press.kind !== 'press') throw new Error('refused');
    const result = { text: 'done', buttons: [], pressURL: '' };
    expect(press.respond({ ...result, alert: DOWN }).body).toEqual({
      update: { message: DOWN.title, props: { attachments: ['done', 0] } },
    });
    expect(press.respond({ ...result, alert: null }).body).toEqual({ ephemeral_text: 'done' });
  });

  test('buttons have IDs of letters and digits, because others do not work', () => {
    const buttons = [{ action: 'snooze_hour', text: 'Snooze 1 hour', token: 't' }] as const;
    expect(
      mattermostActions(DOWN, { buttons, pressURL: 'https://o.example/press/c', secret: SECRET }),
    ).toEqual([
      {
        id: 'snoozehour',
        type: 'button',
        name: 'Snooze 1 hour',
        integration: {
          url: 'https://o.example/press/c',
          context: { token: 't', message: DOWN.key, signature: expect.any(String) },
        },
      },
    ]);
  });
});
