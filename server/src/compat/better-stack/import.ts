import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { draftItem, type ItemResult } from '../source/draft-item.ts';
import type { SourceContent } from '../source/item.ts';
import { translateList } from '../source/read-list.ts';

const heartbeat = z.looseObject({
  attributes: z.looseObject({
    url: z.string().default(''),
    name: z.string().nullish(),
    period: z.number(),
    grace: z.number().nullish(),
    status: z.string().nullish(),
    paused_at: z.string().nullish(),
    server_timezone: z.string().nullish(),
    maintenance_from: z.string().nullish(),
    policy_id: z.union([z.string(), z.number()]).nullish(),
    call: z.boolean().nullish(),
    sms: z.boolean().nullish(),
  }),
});

const list = z.union([
  z.looseObject({ data: z.array(z.unknown()) }).transform(({ data }) => data),
  z.array(z.unknown()),
]);

/** Reads the response of Better Stack's `GET /api/v2/heartbeats`. */
export async function readBetterStack(json: unknown): Promise<SourceContent> {
  const parsed = list.safeParse(json);
  if (!parsed.success)
    throw new AppError(
      'invalid',
      "The file isn't a list of heartbeats. Use the response of GET /api/v2/heartbeats.",
    );
  const content = await translateList(parsed.data, { schema: heartbeat, translate: translateHeartbeat });
  return {
    ...content,
    channels: [],
    notes: [
      'Better Stack’s notification settings and on-call schedules are not imported. Choose channels in Overdue.',
    ],
  };
}

function translateHeartbeat({ attributes }: z.output<typeof heartbeat>): ItemResult {
  const {
    url,
    name,
    period,
    grace,
    status,
    paused_at,
    server_timezone,
    maintenance_from,
    policy_id,
    call,
    sms,
  } = attributes;
  const notes = [
    server_timezone == null
      ? ''
      : `Better Stack adjusts the period to clock changes in ${server_timezone}. Overdue doesn’t.`,
    maintenance_from == null ? '' : 'The daily maintenance window is not imported.',
    policy_id == null ? '' : 'The escalation policy is not imported.',
    call === true || sms === true ? 'Phone calls and text messages are not imported.' : '',
  ];
  return draftItem({
    name: name ?? '',
    pingID: /\/heartbeat\/([^/?#]+)/.exec(url)?.[1],
    schedule: { type: 'interval', interval: period, graceDuration: grace ?? 0 },
    paused: status === 'paused' || paused_at != null,
    notes: notes.filter((note) => note !== ''),
  });
}
