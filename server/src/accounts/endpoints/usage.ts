import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { CHANNELS_MAX } from '../../channels/endpoints/schema.ts';
import { count, monitorUsage } from '../../monitors/schema.ts';

const usage = z
  .object({
    monitors: monitorUsage,
    channels: z.object({
      used: count('Channels of the team.', 6),
      allowance: count('Maximum number of channels.', 100),
      remaining: count('Channels that the team may still create.', 94),
    }),
    members: count('Members of the team.', 4),
    projects: count('Projects of the team.', 3),
  })
  .meta({ id: 'TeamUsage' });

const readUsage = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/usage/',
  operationID: 'readUsage',
  tag: 'Team',
  summary: "Read the team's usage",
  description:
    'Number of monitors, channels, members and projects in the team, and the limits on monitors and channels.',
  permission: 'read',
  responses: success(200, 'The usage.', { usage }),
  errors: [],
  async handle({ access }, { store, allowance }) {
    const { monitors, channels, members, projects } = await store.countUsage(access.teamID);
    return respond(200, {
      usage: {
        monitors: { used: monitors, allowance, remaining: Math.max(0, allowance - monitors) },
        channels: {
          used: channels,
          allowance: CHANNELS_MAX,
          remaining: Math.max(0, CHANNELS_MAX - channels),
        },
        members,
        projects,
      },
    });
  },
});

export const USAGE_ENDPOINTS = [readUsage];
