import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Alert } from '../../domain/alert.ts';
import { AppError } from '../../domain/error.ts';
import type { Outcome } from '../../notify/channel.ts';
import { ATTEMPT_OUTCOMES, type ChannelRecord } from '../../store/alert-store.ts';
import { createRateLimit, type RateLimit } from '../rate-limit.ts';
import { answer } from './answer.ts';
import { refuseOften } from './authentication.ts';
import { GROUP } from './channel-types.ts';
import { findChannel } from './channels.ts';
import { success } from './documentation.ts';
import { endpoint, NO_INPUT, type V1Parts } from './endpoint.ts';
import { channelParams } from './schemas.ts';

const TESTS_A_MINUTE = 10;
const TEAMS_MAX = 100_000;
/** Below the usual 10 s of clients. */
const ANSWER_MS_MAX = 9000;

/** Tests are sent at once, beside the queue that spares receivers: nobody may send many. */
export function createTestRate(): RateLimit<string> {
  return createRateLimit({ perSecond: TESTS_A_MINUTE / 60, burst: TESTS_A_MINUTE, keysMax: TEAMS_MAX });
}

/** What every attempt says, of a test and of a delivery. */
export const attemptFields = {
  outcome: z.enum(ATTEMPT_OUTCOMES).meta({
    description:
      '`sent`: it arrived. `failed`: it may work later. `refused`: the receiver will never take this message. `gone`: it will ' +
      'never take any.',
    example: 'sent',
  }),
  status: z.int().nullable().meta({
    description: "The receiver's status code; null when it gave none.",
    example: 204,
  }),
  answer: z.string().meta({
    description: 'What the receiver answered, or what went wrong.',
    example: '204 No Content',
  }),
  latency: z.number().meta({ description: 'Seconds that it took.', example: 0.182 }),
};

const attempt = z.object(attemptFields).meta({ id: 'TestAttempt' });

const testChannel = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/channels/{channelShortID}/test/',
  operationID: 'testChannel',
  tag: 'Channels',
  summary: 'Send a test',
  description:
    `Sends a test alert at once, also when the channel is switched off, and answers what came of it. At most ${TESTS_A_MINUTE} ` +
    'a minute for each team. Takes no body.',
  permission: 'write',
  params: channelParams,
  responses: success(200, 'What came of it.', { attempt }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const { store, catalog, clock, testRate } = parts;
    const channel = await findChannel(request, parts);
    if (channel.type === GROUP) {
      throw new AppError('conflict', 'A group is no receiver itself. Test the channels in it.');
    }
    refuseOften(testRate.take(channel.teamID, clock.now()), 'Too many tests of channels.');
    request.note({
      target: { kind: 'channel', id: channel.shortID, name: channel.name },
    });
    const alert = testAlert(channel, (await store.teamSettings(channel.teamID)).name, parts);
    const startedAt = clock.monotonic();
    const { outcome, status, answer: said } = await sendInTime(catalog.send(channel, alert), clock);
    request.note({ details: { outcome } });
    const latency = (clock.monotonic() - startedAt) / 1000;
    return answer(200, { attempt: { outcome, status, answer: said, latency } });
  },
});

/** A person waits for the answer, and a receiver may hang for longer. */
async function sendInTime(sending: Promise<Outcome>, { after }: Pick<Clock, 'after'>): Promise<Outcome> {
  const { promise: late, resolve } = Promise.withResolvers<Outcome>();
  const cancel = after(ANSWER_MS_MAX, () => resolve(LATE));
  try {
    return await Promise.race([sending, late]);
  } finally {
    cancel();
  }
}

const LATE: Outcome = {
  outcome: 'failed',
  status: null,
  answer: `No answer within ${ANSWER_MS_MAX / 1000} s. The test may still arrive.`,
  retryAfterMs: null,
};

function testAlert(channel: ChannelRecord, team: string, { baseURL, clock, random }: V1Parts): Alert {
  return {
    key: random.uuid(),
    kind: 'test',
    at: clock.now(),
    team,
    severity: 'normal',
    title: 'Test from Overdue',
    text: [`This channel works. Alerts of ${team} will arrive here.`],
    url: `${baseURL}/channels/${channel.shortID}`,
    items: [],
    more: 0,
    log: null,
    standsForAlarm: false,
  };
}

export const CHANNEL_TEST_ENDPOINTS = [testChannel];
