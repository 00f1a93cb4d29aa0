import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import type { Mail } from '../../platform/outbound/mail.ts';
import { oneLine } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { mailHTML } from '../format/mail-html.ts';
import { linkLines } from '../format/plain-text.ts';
import { type Message, messageOf } from '../message.ts';

interface EmailSettings {
  readonly to: string;
}

export function email(): ChannelType<EmailSettings> {
  return {
    type: 'email',
    title: 'Email',
    category: 'other',
    isOftenSelfHosted: false,
    settings: z.strictObject({
      to: z.email().max(254).meta({
        title: 'Address',
        description: 'One email address.',
        example: 'ops@example.com',
      }),
    }),
    tracksIncidents: false,
    async send({ to }, alert, { mail, unsubscribeURL }) {
      if (mail !== null) return mail(mailOf(to, alert, unsubscribeURL));
      const response = 'This service can’t send mail yet. Ask its operator to set SMTP_URL.';
      return { outcome: 'failed', status: null, answer: response, retryAfterMs: null };
    },
  };
}

function mailOf(to: string, alert: Alert, unsubscribeURL: string | null): Mail {
  const message = messageOf(alert);
  return {
    to,
    subject: message.title,
    text: mailText(message, oneLine(alert.team), unsubscribeURL),
    html: mailHTML(message, oneLine(alert.team), unsubscribeURL),
    ...threadOf(alert),
    unsubscribeURL,
  };
}

/** Returns message IDs with which later mails of an incident become replies to its alarm. */
function threadOf(alert: Alert): Pick<Mail, 'messageID' | 'inReplyTo'> {
  const [item] = alert.items;
  const incident = alert.items.length === 1 && alert.unlistedCount === 0 ? (item?.incident ?? null) : null;
  const alarm = incident === null ? null : `incident.${localPart(incident.id)}`;
  if (alert.kind === 'down' && alarm !== null) return { messageID: alarm, inReplyTo: null };
  return { messageID: `alert.${localPart(alert.key)}`, inReplyTo: alert.includesLostAlarm ? null : alarm };
}

function localPart(id: string): string {
  return id.replace(/[^\w-]/g, '-');
}

function mailText(message: Message, team: string, unsubscribeURL: string | null): string {
  const { title, paragraphs, details, list, more, log, url } = message;
  const blocks = [
    title,
    ...paragraphs,
    details.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    [...list.map(({ name, note, url }) => `- ${name} (${note})\n  ${url}`), more].join('\n').trim(),
    url,
    linkLines(message).join('\n'),
    log === null ? '' : log.replace(/^/gm, '  | '),
    // The trailing space is part of the signature delimiter.
    `-- \nSent by Overdue for ${team}.${unsubscribeURL === null ? '' : ` Unsubscribe: ${unsubscribeURL}`}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
