import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { truncateStart } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { messageOf, type Tone } from '../message.ts';
import { GONE_STATUSES_HOSTED, postJSON } from '../requests/posting.ts';
import { webAddress } from '../settings/setting.ts';

/** A card may have 28 kB, and a UTF-16 unit takes up to 6 bytes in JSON. */
const LOG_LENGTH_MAX = 1000;
const ITEMS_MAX = 10;

const COLORS: Readonly<Record<Tone, string>> = {
  bad: 'Attention',
  warning: 'Warning',
  good: 'Good',
  neutral: 'Accent',
};

interface TeamsSettings {
  readonly url: string;
}

export function msteams(): ChannelType<TeamsSettings> {
  return {
    type: 'msteams',
    title: 'Microsoft Teams',
    category: 'chat',
    isOftenSelfHosted: false,
    settings: z.strictObject({
      url: webAddress().meta({
        title: 'Workflow URL',
        description: 'The address of a workflow "When a Teams webhook request is received".',
        example:
          'https://example.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/XXXX',
        secret: true,
      }),
    }),
    tracksIncidents: false,
    async send({ url }, alert, { request }) {
      const response = await request(postJSON(url, teamsMessage(alert)));
      return sendResultOf(response, { goneStatuses: GONE_STATUSES_HOSTED });
    },
  };
}

/** Builds a card from text runs, in which neither Markdown nor mentions have an effect. */
function teamsMessage(alert: Alert) {
  const { tone, title, paragraphs, details, list, more, log, url, linkText, links } = messageOf(alert);
  const hidden = list.length - ITEMS_MAX;
  const body = [
    richText([{ text: title, weight: 'Bolder', size: 'Medium', color: COLORS[tone] }]),
    ...paragraphs.map((text) => richText([{ text }])),
    ...details.map(({ name, value }) => richText([{ text: `${name}: `, isSubtle: true }, { text: value }])),
    ...list.slice(0, ITEMS_MAX).map(({ name, note, url }) =>
      richText([
        { text: name, selectAction: { type: 'Action.OpenUrl', url } },
        { text: ` ${note}`, isSubtle: true },
      ]),
    ),
    ...(hidden > 0
      ? [richText([{ text: `and ${hidden + alert.unlistedCount + alert.items.length - list.length} more` }])]
      : []),
    ...(hidden <= 0 && more !== '' ? [richText([{ text: more }])] : []),
    ...(log === null
      ? []
      : [richText([{ text: truncateStart(log, LOG_LENGTH_MAX), fontType: 'Monospace', size: 'Small' }])]),
  ];
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: title,
          msteams: { width: 'Full' },
          body,
          actions: [{ text: linkText, url }, ...links].map((link) => ({
            type: 'Action.OpenUrl',
            title: link.text,
            url: link.url,
          })),
        },
      },
    ],
  };
}

function richText(runs: readonly object[]) {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) };
}
