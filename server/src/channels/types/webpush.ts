import { z } from 'zod';
import type { ChannelType } from '../channel.ts';
import { pushMessageOf } from '../requests/push-message.ts';

interface WebPushSettings {
  readonly to: string;
}

/** Notifications on the phones and browsers of one member, through the push services of the browsers (RFC 8030). */
export function webPush(): ChannelType<WebPushSettings> {
  return {
    type: 'webpush',
    title: 'Phone or browser',
    category: 'phone',
    isOftenSelfHosted: false,
    settings: z.strictObject({
      to: z.string().min(1).max(64).meta({
        title: 'Member',
        description: 'Member whose devices show the alerts.',
        example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
        format: 'member',
      }),
    }),
    tracksIncidents: false,
    send: ({ to }, alert, { push }) => push({ memberID: to }, pushMessageOf(alert)),
  };
}
