import { z } from 'zod';
import { truncate } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { linkLines } from '../format/plain-text.ts';
import { type Message, messageOf } from '../message.ts';
import { accountFields, createMessage, phoneNumber } from '../requests/twilio.ts';

/** Maximum length of a template including its variables. */
const TEMPLATE_LENGTH_MAX = 1024;
const TITLE_LENGTH_MAX = 200;
/** Approximate length of the template's fixed text. */
const TEMPLATE_WORDS = 150;
const BODY_LENGTH_MAX = 1600;
/** Maximum length of each additional link. */
const LINK_LENGTH_MAX = 300;

const settings = z.strictObject({
  ...accountFields,
  from: phoneNumber.meta({
    title: 'Sender',
    description: 'Your WhatsApp sender at Twilio, or the number of its sandbox.',
    example: '+14155238886',
  }),
  to: phoneNumber.meta({
    title: 'Recipient',
    description: 'Number that receives the messages.',
    example: '+37120000000',
  }),
  contentSid: z
    .string()
    .regex(/^HX[0-9a-f]{32}$/i, 'Must be HX followed by 32 hexadecimal digits.')
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
    category: 'phone',
    isOftenSelfHosted: false,
    settings,
    tracksIncidents: false,
    async send({ from, to, contentSid, ...account }, alert, context) {
      const message = messageOf(alert);
      const fields = {
        To: `whatsapp:${to}`,
        From: `whatsapp:${from}`,
        ...(contentSid === undefined
          ? { Body: freeText(message) }
          : { ContentSid: contentSid, ContentVariables: JSON.stringify(variables(message)) }),
      };
      return await createMessage(origin, { account, fields, context });
    },
  };
}

function freeText({ symbol, title, paragraphs, url, links }: Message): string {
  const tail = `\n\n${[url, ...linkLines({ links }, LINK_LENGTH_MAX)].join('\n')}`;
  return `${truncate(replaceMarkup([`${symbol} ${title}`, ...paragraphs].join('\n')), BODY_LENGTH_MAX - tail.length)}${tail}`;
}

/** Fills the template's variables, which must not contain line breaks. */
function variables({ title, paragraphs, url, links }: Message): Readonly<Record<string, string>> {
  const text = replaceMarkup(paragraphs.join(' '));
  const tail = linkLines({ links }, LINK_LENGTH_MAX)
    .map((line) => ` ${line}`)
    .join('');
  const room = TEMPLATE_LENGTH_MAX - TEMPLATE_WORDS - TITLE_LENGTH_MAX - url.length - tail.length;
  return {
    1: truncate(replaceMarkup(title), TITLE_LENGTH_MAX),
    2: `${truncate(text, Math.max(room, 100))}${tail}`,
    3: url,
  };
}

/** Replaces markup characters with look-alikes, except within words: WhatsApp has no way to escape its markup. */
function replaceMarkup(text: string): string {
  return text
    .replaceAll('*', '∗')
    .replaceAll('~', '∼')
    .replaceAll('`', 'ˋ')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ')
    .replace(/^([>-])(?= )/gm, '\u2009$1');
}
