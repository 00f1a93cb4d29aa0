import { z } from 'zod';
import type { Alert } from '../../domain/alert.ts';
import { outcomeOf } from '../../outbound/outcome.ts';
import { cutStart } from '../../outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { type Message, messageOf } from '../message.ts';
import { postJSON } from '../posting.ts';
import { addressAt } from '../settings/setting.ts';

const LOG_MAX = 2000;
const ORIGINS = ['https://hooks.slack.com', 'https://hooks.slack-gov.com'];

/** Slack's responses for webhooks that will never work again, whatever the status. */
const GONE =
  /^(?:no_service|no_service_id|no_team|team_disabled|no_active_hooks|channel_not_found|channel_is_archived|action_prohibited|invalid_token)\b/;

interface SlackSettings {
  readonly url: string;
}

export function slack(origins: readonly string[] = ORIGINS): ChannelType<SlackSettings> {
  return {
    type: 'slack',
    title: 'Slack',
    settings: z.strictObject({
      url: addressAt(origins, '/').meta({
        title: 'Webhook URL',
        description: 'The address of an incoming webhook.',
        example: 'https://hooks.slack.com/services/T000/B000/XXXX',
        secret: true,
      }),
    }),
    tracksIncidents: false,
    async send({ url }, alert, { request }) {
      const answer = await request(postJSON(url, slackMessage(alert)));
      return outcomeOf(answer, { goneStatuses: GONE.test(answer.body) ? [answer.status] : [404, 410] });
    },
  };
}

/** Builds rich text only, in which nothing is markup. The notification's text interprets entities and is escaped. */
function slackMessage(alert: Alert) {
  const message = messageOf(alert);
  return {
    text: escapeSlack(`${message.symbol} ${message.title}`),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    attachments: [{ color: message.color, blocks: [{ type: 'rich_text', elements: elementsOf(message) }] }],
  };
}

function elementsOf({ paragraphs, details, list, more, log, url, linkText, links }: Message) {
  const lines = [...paragraphs, details.map(({ name, value }) => `${name}: ${value}`).join(' · ')];
  const items = list.map(({ name, note, url }) =>
    section([{ type: 'link', url, text: name }, text(` ${note}`)]),
  );
  return [
    section(lines.filter((line) => line !== '').map((line) => text(`${line}\n`))),
    ...(items.length > 0 ? [{ type: 'rich_text_list', style: 'bullet', elements: items }] : []),
    ...(more === '' ? [] : [section([text(more)])]),
    ...(log === null ? [] : [{ type: 'rich_text_preformatted', elements: [text(cutStart(log, LOG_MAX))] }]),
    section([{ type: 'link', url, text: linkText }]),
    ...links.map((link) => section([{ type: 'link', url: link.url, text: link.text }])),
  ];
}

function section(elements: readonly object[]) {
  return { type: 'rich_text_section', elements };
}

function text(text: string) {
  return { type: 'text', text };
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
