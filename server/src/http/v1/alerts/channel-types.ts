import { z } from 'zod';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { respond } from '../api/respond.ts';
import { success } from '../docs/responses.ts';

/** Type of a group, which forwards alerts to its member channels. */

const channelType = z
  .object({
    type: z.string().meta({ description: "A channel's `type`.", example: 'webhook' }),
    title: z.string().meta({ description: 'Display name.', example: 'Webhook' }),
    tracksIncidents: z.boolean().meta({
      description:
        "Whether the receiver tracks incidents. If so, each monitor's alarm and recovery are sent separately.",
      example: false,
    }),
    schema: z.record(z.string(), z.unknown()).meta({
      description: 'JSON Schema of `settings`. Fields with `writeOnly` are secrets.',
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
  allowsProjectTokens: true,
  tag: 'Channels',
  summary: 'List channel types',
  description: 'All channel types and their settings, in one response.',
  permission: 'read',
  responses: success(200, 'The types.', { channelTypes: z.array(channelType) }),
  errors: [],
  async handle(_request, { catalog }) {
    return respond(200, {
      channelTypes: catalog
        .describe()
        .map(({ type, title, tracksIncidents, schema }) => ({ type, title, tracksIncidents, schema })),
    });
  },
});

export const CHANNEL_TYPE_ENDPOINTS = [listChannelTypes];
