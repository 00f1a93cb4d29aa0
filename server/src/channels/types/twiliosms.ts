import { z } from 'zod';
import type { ChannelType } from '../channel.ts';
import { linkLines } from '../format/plain-text.ts';
import { smsText } from '../format/sms-text.ts';
import { messageOf } from '../message.ts';
import { accountFields, createMessage, phoneNumber } from '../requests/twilio.ts';

const SEGMENTS_MAX = 3;
/** Maximum length of the link. A longer link would leave too little room for the text. */
const LINK_LENGTH_MAX = 100;

const settings = z.strictObject({
  ...accountFields,
  from: z
    .string()
    .regex(
      /^(?:\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-fA-F]{32}|(?=.*[A-Za-z])[A-Za-z0-9 +_&-]{1,11})$/,
      'A number with its country code, a short code, a sender of up to 11 letters and digits, or MG….',
    )
    .meta({
      title: 'Sender',
      description:
        'A number of your Twilio account, a short code, an alphanumeric sender, or the SID of a messaging service.',
      example: '+12025550123',
    }),
  to: phoneNumber.meta({
    title: 'Recipient',
    description: 'Number that receives the messages.',
    example: '+37120000000',
  }),
});

type Settings = z.infer<typeof settings>;

export function twiliosms(origin = 'https://api.twilio.com'): ChannelType<Settings> {
  return {
    type: 'twiliosms',
    title: 'SMS (Twilio)',
    category: 'phone',
    isOftenSelfHosted: false,
    settings,
    tracksIncidents: false,
    async send({ from, to, ...account }, alert, context) {
      const { title, paragraphs, url, links } = messageOf(alert);
      const shown = [
        ...(url.length > LINK_LENGTH_MAX ? [] : [url]),
        ...linkLines({ links }, LINK_LENGTH_MAX),
      ];
      const tail = shown.map((line) => `\n${line}`).join('');
      const fields = {
        To: to,
        ...(/^MG.{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }),
        Body: smsText([title, ...paragraphs].join('\n'), tail, SEGMENTS_MAX),
      };
      return await createMessage(origin, { account, fields, context });
    },
  };
}
