import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Received, Receiver } from './receiver.ts';

/** Returns an environment in which the service sends requests for Slack and Telegram to a receiver. */
export function chatEnvironment(receiver: Receiver): Readonly<Record<string, string>> {
  const preload = pathToFileURL(join(import.meta.dirname, 'chat-hosts.mjs')).href;
  return { NODE_OPTIONS: `--import=${preload}`, CHATS_PORT: new URL(receiver.origin).port };
}

/** Returns the first request to a chat that `select` accepts, once it has arrived. */
export async function requestOf(
  receiver: Receiver,
  select: (request: Received) => boolean,
): Promise<Received> {
  for (;;) {
    const found = receiver.received.find(select);
    if (found !== undefined) return found;
    await receiver.arrived(receiver.received.length + 1);
  }
}

const slackMessage = z.looseObject({
  attachments: z
    .array(
      z.looseObject({
        blocks: z.array(
          z.looseObject({
            elements: z
              .array(z.looseObject({ action_id: z.string().optional(), value: z.string().optional() }))
              .optional(),
          }),
        ),
      }),
    )
    .min(1),
});

/** Returns the request that Slack sends when a person presses Acknowledge, signed as Slack documents. */
export function slackPress(sent: string, { secret, by }: { readonly secret: string; readonly by: string }) {
  const message = slackMessage.parse(JSON.parse(sent));
  const buttons = message.attachments.flatMap(({ blocks }) =>
    blocks.flatMap(({ elements = [] }) => elements),
  );
  const value = buttons.find((button) => button.action_id === 'acknowledge')?.value;
  const payload = {
    type: 'block_actions',
    user: { id: 'U1', name: by },
    response_url: 'https://hooks.slack.com/actions/T1/2/3',
    actions: [{ value }],
    message,
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Slack-Request-Timestamp': timestamp,
      'X-Slack-Signature': `v0=${signature}`,
    },
    body,
  };
}

const telegramWebhook = z.looseObject({ url: z.string(), secret_token: z.string() });
const telegramMessage = z.looseObject({
  reply_markup: z.object({
    inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string() }))),
  }),
});

/** Returns the update that Telegram sends when a person presses Acknowledge, with the secret of the bot's webhook. */
export function telegramPress(sent: {
  readonly webhook: string;
  readonly message: string;
  readonly by: string;
}) {
  const { url, secret_token } = telegramWebhook.parse(JSON.parse(sent.webhook));
  const { reply_markup } = telegramMessage.parse(JSON.parse(sent.message));
  const button = reply_markup.inline_keyboard.flat().find(({ text }) => text === 'Acknowledge');
  const update = {
    update_id: 1,
    callback_query: {
      id: '7',
      from: { first_name: sent.by },
      message: { message_id: 5, chat: { id: -100200 } },
      data: button?.callback_data,
    },
  };
  return {
    path: new URL(url).pathname,
    request: {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': secret_token },
      body: JSON.stringify(update),
    },
  };
}
