import { z } from 'zod';
import { cut } from '../../outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { type Message, messageOf } from '../message.ts';
import { accountFields, createMessage, phoneNumber } from '../twilio.ts';

/** Of a template with its variables. */
const TEMPLATE_MAX = 1024;
const TITLE_MAX = 200;
/** What a template says around its variables. */
const TEMPLATE_WORDS = 150;
const BODY_MAX = 1600;

const settings = z.strictObject({
  ...accountFields,
  from: phoneNumber.meta({
    title: 'Sender',
    description: 'Your WhatsApp sender at Twilio, or the number of its sandbox.',
    example: '+14155238886',
  }),
  to: phoneNumber.meta({
    title: 'Recipient',
    description: 'The number that is told.',
    example: '+37120000000',
  }),
  contentSid: z
    .string()
    .regex(/^HX[0-9a-f]{32}$/i, 'It begins with HX, with 32 digits and letters a to f after that.')
    .optional()
    .meta({
      title: 'Template',
      description:
        'The content SID of an approved template with the variables 1 (title), 2 (text) and 3 (link). Without it, WhatsApp shows messages only within 24 hours after the recipient last wrote to you.',
      example: 'HX00000000000000000000000000000000',
    }),
});

type Settings = z.infer<typeof settings>;

export function twiliowhatsapp(origin = 'https://api.twilio.com'): ChannelType<Settings> {
  return {
    type: 'twiliowhatsapp',
    title: 'WhatsApp (Twilio)',
    settings,
    tracksIncidents: false,
    async send({ from, to, contentSid, ...account }, alert, tools) {
      const message = messageOf(alert);
      const fields = {
        To: `whatsapp:${to}`,
        From: `whatsapp:${from}`,
        ...(contentSid === undefined
          ? { Body: freeText(message) }
          : { ContentSid: contentSid, ContentVariables: JSON.stringify(variables(message)) }),
      };
      return await createMessage(origin, account, fields, tools);
    },
  };
}

function freeText({ symbol, title, paragraphs, url }: Message): string {
  const tail = `\n\n${url}`;
  return `${cut(unmarked([`${symbol} ${title}`, ...paragraphs].join('\n')), BODY_MAX - tail.length)}${tail}`;
}

/** WhatsApp takes no line breaks in variables. */
function variables({ title, paragraphs, url }: Message): Readonly<Record<string, string>> {
  const text = unmarked(paragraphs.join(' '));
  const room = TEMPLATE_MAX - TEMPLATE_WORDS - TITLE_MAX - url.length;
  return { 1: cut(unmarked(title), TITLE_MAX), 2: cut(text, Math.max(room, 100)), 3: url };
}

/** WhatsApp has no way to escape its markup: characters that make it give way to look-alikes, but not within a word. */
function unmarked(text: string): string {
  return text
    .replaceAll('*', '∗')
    .replaceAll('~', '∼')
    .replaceAll('`', 'ˋ')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ')
    .replace(/^([>-])(?= )/gm, '\u2009$1');
}
