import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';

const channelType = z
  .object({
    type: z.string().meta({ description: "A channel's `type`.", example: 'webhook' }),
    title: z.string().meta({ description: 'Display name.', example: 'Webhook' }),
    category: z.enum(['chat', 'phone', 'on_call', 'other']).meta({
      description:
        'Where the application lists the type: chats, alerts on phones, services for on-call teams, or everything else.',
      example: 'other',
    }),
    isOftenSelfHosted: z.boolean().meta({
      description:
        'Whether people often host the receiver in their own network. The service must then allow its private address.',
      example: true,
    }),
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
    // The type makes the compiler compare the schema with the descriptions.
    const channelTypes: readonly z.output<typeof channelType>[] = catalog.describe();
    return respond(200, { channelTypes });
  },
});

export const CHANNEL_TYPE_ENDPOINTS = [listChannelTypes];
