import { createHmac } from 'node:crypto';
import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { parseJSONOrNull } from '../requests/posting.ts';
import { type Button, FORGED, INVALID, type ParsedPress, type PressRequest, presserName } from './press.ts';
import { isSameText } from './same-text.ts';

const press = z.object({
  user_name: z.string().default(''),
  trigger_id: z.string().min(1),
  context: z.object({ token: z.string(), message: z.string(), signature: z.string() }),
});

/**
 * Reads a press of an interactive message: https://developers.mattermost.com/integrate/plugins/interactive-messages. Mattermost
 * doesn't sign its requests, but hides a button's context from users. The signed token in the context therefore serves as the
 * secret. A signature binds the message to the token, so that a button shows no other message.
 */
export function parseMattermostPress(
  { body, secret }: Pick<PressRequest, 'body' | 'secret'>,
  /** Writes the message again, with other buttons and the result. */
  rewrite: (
    alert: Alert,
    change: MattermostChange,
  ) => { readonly text: string; readonly attachments: unknown },
): ParsedPress {
  const parsed = parseJSONOrNull(body, press);
  if (parsed === null) return INVALID;
  const { user_name, trigger_id, context } = parsed;
  if (!isSameText(context.signature, signatureOf(context, secret))) return FORGED;
  return {
    kind: 'press',
    id: trigger_id,
    token: context.token,
    by: presserName(user_name),
    messageKey: context.message,
    respond({ text, buttons, pressURL, alert }) {
      if (alert === null) return { body: { ephemeral_text: text }, requests: [] };
      const message = rewrite(alert, { buttons, pressURL, secret, result: text });
      return {
        body: { update: { message: message.text, props: { attachments: message.attachments } } },
        requests: [],
      };
    },
  };
}

export interface MattermostChange {
  readonly buttons: readonly Button[];
  readonly pressURL: string;
  /** Secret of the channel that gets the message. */
  readonly secret: string;
  /** Sentence about the last press; null if there was none. */
  readonly result: string | null;
}

export function mattermostActions(
  { key }: Pick<Alert, 'key'>,
  { buttons, pressURL, secret }: Pick<MattermostChange, 'buttons' | 'pressURL' | 'secret'>,
) {
  return buttons.map(({ action, text, token }) => ({
    // Mattermost accepts only letters and digits in a button's ID.
    id: action.replaceAll('_', ''),
    type: 'button',
    name: text,
    ...(action === 'acknowledge' ? { style: 'primary' } : {}),
    integration: { url: pressURL, context: contextOf({ token, message: key }, secret) },
  }));
}

interface SignedContext {
  readonly token: string;
  /** Key of the message. */
  readonly message: string;
}

function contextOf(signed: SignedContext, secret: string) {
  return { ...signed, signature: signatureOf(signed, secret) };
}

function signatureOf({ token, message }: SignedContext, secret: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([token, message]))
    .digest('base64url');
}
