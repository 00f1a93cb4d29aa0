import { z } from 'zod';
import { SEVERITIES } from '../../../domain/alert.ts';
import { WANTED_BY_DEFAULT, WANTED_KINDS } from '../../../domain/alerting/settings.ts';
import { revision } from '../api/precondition.ts';
import { EDIT_DESCRIPTION, readOnly } from '../api/read-only.ts';
import { line, time } from '../api/schemas.ts';

export const MEMBERS_MAX = 20;
const TAGS_MAX = 20;
const WANTS_MAX = 50;
const SETTINGS_EXAMPLE = { url: 'https://hooks.example.com/…' };

const fields = {
  name: line(1, 200).meta({ description: 'Display name.', example: 'On-call' }),
  isDefault: z.boolean().meta({
    description: 'Whether it is told of monitors for which neither they nor their project name channels.',
    example: true,
  }),
  wants: z
    .array(z.enum(WANTED_KINDS))
    .max(WANTS_MAX)
    .transform((kinds) => WANTED_KINDS.filter((kind) => kinds.includes(kind)))
    .meta({
      description:
        'What it is told. `failing`: a failure that is not enough for an incident. `blind_window`: the service itself saw ' +
        'nothing for a time. Escalations and notices of a broken channel come to whom they are meant for, wanted or not.',
      example: [...WANTED_BY_DEFAULT],
    }),
  tags: z
    .array(line(1, 50))
    .max(TAGS_MAX)
    .transform((tags) => [...new Set(tags)])
    .meta({ description: 'Only monitors with one of these tags; none means all.', example: ['prod'] }),
  minSeverity: z
    .enum(SEVERITIES)
    .meta({ description: 'Only monitors of at least this severity.', example: 'low' }),
  channels: z
    .array(z.string().max(64))
    .max(MEMBERS_MAX)
    .transform((shortIDs) => [...new Set(shortIDs)])
    .meta({
      description: `Of a \`group\`: the channels that it stands for, by \`shortID\`, at most ${MEMBERS_MAX} and no groups.`,
      example: [],
    }),
};

const settings = z.record(z.string(), z.unknown());
const disabled = line(1, 200).nullable();

export const channel = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the channel in this API.', example: 'c5t8n2xw4q' }),
    type: z.string().meta({ description: 'One of the types of channels.', example: 'webhook' }),
    name: fields.name,
    settings: settings.meta({
      description:
        'What the type needs. Secrets are masked. Empty for a `viewer`, who may not see where alerts go.',
      example: { url: 'https://hooks.example.com/…' },
    }),
    isDefault: fields.isDefault,
    wants: z.array(z.enum(WANTED_KINDS)).meta({ example: [...WANTED_BY_DEFAULT] }),
    tags: z.array(z.string()).meta({ example: ['prod'] }),
    minSeverity: fields.minSeverity,
    channels: z.array(z.string()).meta({ description: 'Of a `group`: its members.', example: [] }),
    disabled: z.string().nullable().meta({
      description: 'Why nothing is sent there; null when it works.',
      example: null,
    }),
    createdAt: time('When it was created.', '2026-11-02T09:12:44.018Z'),
    disabledAt: time('When it was switched off; null when it works.').nullable().meta({ example: null }),
    lastSentAt: time('When a message last arrived; null when none ever did.').nullable(),
    lastError: z
      .object({
        at: time('When it was tried.', '2026-11-20T07:31:02.640Z'),
        answer: z
          .string()
          .meta({ description: 'What the receiver answered.', example: '503 Service Unavailable' }),
      })
      .nullable()
      .meta({
        description: 'The last attempt, if it did not work; null after one that did.',
        example: null,
      }),
    revision,
  })
  .meta({ id: 'Channel', description: 'A place that alerts are sent to.' });

export const channelBody = z
  .strictObject({
    type: line(1, 50).meta({ description: 'One of the types of channels. It stays.', example: 'webhook' }),
    name: fields.name,
    settings: settings.default({}).meta({
      description: 'What the type needs, by the schema of GET /v1/channel-types/.',
      example: SETTINGS_EXAMPLE,
    }),
    isDefault: fields.isDefault.default(true),
    wants: fields.wants.default([...WANTED_BY_DEFAULT]),
    tags: fields.tags.default([]),
    minSeverity: fields.minSeverity.default('low'),
    channels: fields.channels.default([]),
  })
  .meta({ id: 'ChannelInput' });

export type ChannelBody = z.output<typeof channelBody>;

/** Fields that an edit may not change. */
export const CHANNEL_READ_ONLY = ['shortID', 'type', 'createdAt'] as const;

export const channelEdit = z
  .strictObject({
    name: fields.name.optional(),
    settings: settings.optional().meta({
      description:
        'What is left out stays, and so does a secret that comes back masked. null removes an optional field.',
      example: SETTINGS_EXAMPLE,
    }),
    isDefault: fields.isDefault.optional(),
    wants: fields.wants.optional(),
    tags: fields.tags.optional(),
    minSeverity: fields.minSeverity.optional(),
    channels: fields.channels.optional(),
    disabled: disabled
      .optional()
      .meta({ description: 'Why it is switched off; null switches it on again.', example: null }),
    ...readOnly(channel.shape, [...CHANNEL_READ_ONLY, 'disabledAt', 'lastSentAt', 'lastError', 'revision']),
  })
  .meta({ id: 'ChannelEdit', description: EDIT_DESCRIPTION });

export type ChannelEdit = z.output<typeof channelEdit>;
