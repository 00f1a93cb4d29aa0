import { z } from 'zod';
import type { ChannelType } from '../channel.ts';

/** Several channels under one name. Routing puts its members in its place, so that nothing is ever sent to it. */
export function group(): ChannelType<Readonly<Record<string, never>>> {
  return {
    type: 'group',
    title: 'Group',
    settings: z.strictObject({}),
    tracksIncidents: false,
    async send() {
      return { outcome: 'refused', status: null, answer: 'A group has no address: its members are sent to.' };
    },
  };
}
