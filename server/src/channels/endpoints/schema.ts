import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { DEFAULT_SUBSCRIPTIONS, SUBSCRIPTION_KINDS } from '@overdue/domain/alerting/subscriptions.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { revision } from '../../api/precondition.ts';
import { EDIT_DESCRIPTION, readOnly } from '../../api/read-only.ts';
import { pathID, singleLineText, timeOutput } from '../../api/schemas.ts';

export const channelParams = z.object({
  channelShortID: pathID.meta({ description: "The channel's `shortID`.", example: 'c5t8n2xw4q' }),
});

/** Maximum channels of a team. */
export const CHANNELS_MAX = 100;
/** Channel type that forwards alerts to other channels. */
export const GROUP = 'group';

const GROUP_MEMBERS_MAX = 20;
const TAGS_MAX = 20;
const SUBSCRIPTIONS_MAX = 50;
const SETTINGS_EXAMPLE = { url: 'https://hooks.example.com/…' };

const fields = {
  name: singleLineText(1, NAME_LENGTH_MAX).meta({ description: 'Display name.', example: 'On-call' }),
  isDefault: z.boolean().meta({
    description:
      'Whether to alert this channel about a monitor if neither the monitor nor its project names channels.',
    example: true,
  }),
  subscriptions: z
    .array(z.enum(SUBSCRIPTION_KINDS))
    .max(SUBSCRIPTIONS_MAX)
    .transform((kinds) => SUBSCRIPTION_KINDS.filter((kind) => kinds.includes(kind)))
    .meta({
      description:
        'Alert kinds that the channel subscribes to. `failing`: a failure that does not open an incident yet. `blind_window`: a ' +
        'period in which the service itself could not see pings. Escalations and alerts about a broken channel are always sent.',
      example: [...DEFAULT_SUBSCRIPTIONS],
    }),
  tags: z
    .array(singleLineText(1, 50))
    .max(TAGS_MAX)
    .transform((tags) => [...new Set(tags)])
    .meta({
      description: 'Alerts only about monitors with one of these tags; empty for all monitors.',
      example: ['prod'],
    }),
  minSeverity: z
    .enum(SEVERITIES)
    .meta({ description: 'Alerts only about monitors of at least this severity.', example: 'low' }),
  channels: z
    .array(z.string().max(64))
    .max(GROUP_MEMBERS_MAX)
    .transform((shortIDs) => [...new Set(shortIDs)])
    .meta({
      description: `Members of a \`group\`, by \`shortID\`: at most ${GROUP_MEMBERS_MAX} channels, no groups.`,
      example: [],
    }),
};

const settings = z.record(z.string(), z.unknown());
const disabled = singleLineText(1, 200).nullable();

export const channel = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the channel in this API.', example: 'c5t8n2xw4q' }),
    type: z.string().meta({ description: 'Channel type.', example: 'webhook' }),
    name: fields.name,
    settings: settings.meta({
      description:
        'Settings of the channel type. Secrets are masked. Empty for a `viewer`, who may not see where alerts go.',
      example: { url: 'https://hooks.example.com/…' },
    }),
    pressURL: z.string().nullable().meta({
      description:
        'URL to which the chat service sends button presses; null if messages of this type have no buttons, and for a `viewer`.',
      example: null,
    }),
    isDefault: fields.isDefault,
    subscriptions: z.array(z.enum(SUBSCRIPTION_KINDS)).meta({ example: [...DEFAULT_SUBSCRIPTIONS] }),
    tags: z.array(z.string()).meta({ example: ['prod'] }),
    minSeverity: fields.minSeverity,
    channels: z.array(z.string()).meta({ description: 'Members of a `group`.', example: [] }),
    disabled: z.string().nullable().meta({
      description: 'Why the channel is disabled; null if it is enabled.',
      example: null,
    }),
    createdAt: timeOutput('Creation time.', '2026-11-02T09:12:44.018Z'),
    disabledAt: timeOutput('When the channel was disabled; null if it is enabled.')
      .nullable()
      .meta({ example: null }),
    lastSentAt: timeOutput('When a message or a test alert was last delivered; null if never.').nullable(),
    lastError: z
      .object({
        at: timeOutput('Time of the attempt.', '2026-11-20T07:31:02.640Z'),
        answer: z
          .string()
          .meta({ description: "The receiver's response.", example: '503 Service Unavailable' }),
      })
      .nullable()
      .meta({
        description: 'The last attempt, which may be a test alert, if it failed; null if it succeeded.',
        example: null,
      }),
    revision,
  })
  .meta({ id: 'Channel', description: 'A destination for alerts.' });

export const channelBody = z
  .strictObject({
    type: singleLineText(1, 50).meta({
      description: "Channel type. It can't be changed later.",
      example: 'webhook',
    }),
    name: fields.name,
    settings: settings.default({}).meta({
      description: 'Settings of the type, according to its schema in GET /v1/channel-types/.',
      example: SETTINGS_EXAMPLE,
    }),
    isDefault: fields.isDefault.default(true),
    subscriptions: fields.subscriptions.default([...DEFAULT_SUBSCRIPTIONS]),
    tags: fields.tags.default([]),
    minSeverity: fields.minSeverity.default('low'),
    channels: fields.channels.default([]),
  })
  .meta({ id: 'ChannelInput' });

export type ChannelBody = z.output<typeof channelBody>;

export const CHANNEL_READ_ONLY = ['shortID', 'type', 'createdAt'] as const;

export const channelEdit = z
  .strictObject({
    name: fields.name.optional(),
    settings: settings.optional().meta({
      description:
        'Omitted settings, and secrets that are sent back masked, keep their value. null removes an optional setting.',
      example: SETTINGS_EXAMPLE,
    }),
    isDefault: fields.isDefault.optional(),
    subscriptions: fields.subscriptions.optional(),
    tags: fields.tags.optional(),
    minSeverity: fields.minSeverity.optional(),
    channels: fields.channels.optional(),
    disabled: disabled.optional().meta({
      description: 'Reason for disabling the channel; null enables it again.',
      example: null,
    }),
    ...readOnly(channel.shape, [
      ...CHANNEL_READ_ONLY,
      'pressURL',
      'disabledAt',
      'lastSentAt',
      'lastError',
      'revision',
    ]),
  })
  .meta({ id: 'ChannelEdit', description: EDIT_DESCRIPTION });

export type ChannelEdit = z.output<typeof channelEdit>;
