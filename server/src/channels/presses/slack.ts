import { createHmac } from 'node:crypto';
import { SECOND_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { parseJSONOrNull, postJSON } from '../requests/posting.ts';
import {
  type Button,
  FORGED,
  INVALID,
  type ParsedPress,
  PRESS_WINDOW_MS,
  type PressRequest,
  presserName,
  STALE,
} from './press.ts';
import { isSameText } from './same-text.ts';

const RESULT = 'overdue-result';

const block = z.looseObject({ type: z.string(), block_id: z.string().optional() });
const payload = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string(), name: z.string().optional(), username: z.string().optional() }),
  response_url: z.url(),
  actions: z.array(z.object({ value: z.string().default('') })).min(1),
  message: z.object({
    text: z.string().default(''),
    attachments: z
      .array(z.looseObject({ color: z.string().optional(), blocks: z.array(block).default([]) }))
      .min(1),
  }),
});

/**
 * Reads the press of a button in a Slack app's message: https://docs.slack.dev/authentication/verifying-requests-from-slack and
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export function parseSlackPress(
  { header, body, now }: PressRequest,
  { signingSecret, origins }: { readonly signingSecret: string; readonly origins: readonly string[] },
): ParsedPress {
  const timestamp = header('X-Slack-Request-Timestamp');
  const signature = header('X-Slack-Signature');
  const expected = `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  if (!isSameText(signature, expected)) return FORGED;
  if (!(Math.abs(now - Number(timestamp) * SECOND_MS) <= PRESS_WINDOW_MS)) return STALE;
  const press = parseJSONOrNull(new URLSearchParams(body).get('payload') ?? '', payload);
  if (press === null || !origins.includes(new URL(press.response_url).origin)) return INVALID;
  const { user, actions, message, response_url } = press;
  return {
    kind: 'press',
    id: signature,
    token: actions[0]?.value ?? '',
    by: presserName(user.name, user.username),
    respond: ({ text, buttons }) => ({
      body: null,
      requests: [
        postJSON(response_url, {
          replace_original: true,
          text: message.text,
          attachments: message.attachments.map(({ color, blocks }, index) => ({
            color,
            blocks:
              index > 0
                ? blocks
                : [
                    ...blocks.filter(({ type, block_id }) => type !== 'actions' && block_id !== RESULT),
                    resultBlock(text),
                    ...slackButtons(buttons),
                  ],
          })),
        }),
      ],
    }),
  };
}

/** Returns the block that shows the result of a press, as plain text without markup. */
function resultBlock(text: string) {
  return {
    type: 'context',
    block_id: RESULT,
    elements: [{ type: 'plain_text', text, emoji: false }],
  };
}

/** Returns the block with the buttons; an empty list if there are no buttons. */
export function slackButtons(buttons: readonly Button[]): readonly object[] {
  if (buttons.length === 0) return [];
  return [
    {
      type: 'actions',
      elements: buttons.map(({ action, text, token }) => ({
        type: 'button',
        action_id: action,
        text: { type: 'plain_text', text, emoji: false },
        value: token,
        ...(action === 'acknowledge' ? { style: 'primary' } : {}),
        ...(action === 'pause' ? { confirm: CONFIRMATION } : {}),
      })),
    },
  ];
}

const CONFIRMATION = {
  title: { type: 'plain_text', text: 'Pause the monitor?' },
  text: { type: 'plain_text', text: 'A paused monitor causes no alerts until a member resumes it.' },
  confirm: { type: 'plain_text', text: 'Pause' },
  deny: { type: 'plain_text', text: 'Cancel' },
};
