import { z } from 'zod';
import type { ChannelType } from '../channel.ts';

/** Several channels under one name. Routing replaces a group with its members, so nothing is ever sent to the group itself. */
export function group(): ChannelType<Readonly<Record<string, never>>> {
  return {
    type: 'group',
    title: 'Group',
    category: 'other',
    isOftenSelfHosted: false,
    settings: z.strictObject({}),
    tracksIncidents: false,
    async send() {
      return {
        outcome: 'refused',
        status: null,
        answer: 'A group has no address. Alerts go to the channels in the group.',
      };
    },
  };
}
