import { z } from 'zod';
import { answer } from '../api/answer.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { success } from '../docs/documentation.ts';

/** The type that stands for other channels. Nothing is ever sent to it. */
export const GROUP = 'group';

const channelType = z
  .object({
    type: z.string().meta({ description: "A channel's `type`.", example: 'webhook' }),
    title: z.string().meta({ description: 'Its name for people.', example: 'Webhook' }),
    tracksIncidents: z.boolean().meta({
      description:
        "Whether the receiver keeps track of incidents: then each monitor's alarm and recovery go there one by one.",
      example: false,
    }),
    schema: z.record(z.string(), z.unknown()).meta({
      description: 'JSON Schema of its `settings`. Fields with `writeOnly` are secrets.',
      example: {
        type: 'object',
        properties: { url: { type: 'string', title: 'URL' } },
        required: ['url'],
        additionalProperties: false,
      },
    }),
  })
  .meta({ id: 'ChannelType' });

const listChannelTypes = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/channel-types/',
  operationID: 'listChannelTypes',
  ofProjects: true,
  tag: 'Channels',
  summary: 'List the types of channels',
  description: 'What a channel can be, and which settings each type has. All in one answer.',
  permission: 'read',
  responses: success(200, 'The types.', { channelTypes: z.array(channelType) }),
  errors: [],
  async handle(_request, { catalog }) {
    return answer(200, {
      channelTypes: catalog
        .describe()
        .map(({ type, title, tracksIncidents, schema }) => ({ type, title, tracksIncidents, schema })),
    });
  },
});

export const CHANNEL_TYPE_ENDPOINTS = [listChannelTypes];
