import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { requireRate } from '../../api/authentication.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { ChannelRecord } from '../contract.ts';
import { attemptFields, TESTS_A_MINUTE } from './attempt-schema.ts';
import { findChannel } from './channels.ts';
import { channelParams, GROUP } from './schema.ts';

/** Maximum time until the response. Clients usually time out after 10 s. */
const RESPONSE_MS_MAX = 9000;

const attempt = z.object(attemptFields).meta({ id: 'TestAttempt' });

const testChannel = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/channels/{channelShortID}/test/',
  operationID: 'testChannel',
  tag: 'Channels',
  summary: 'Send a test alert',
  description:
    `Sends a test alert immediately, even if the channel is disabled, and returns the outcome. At most ${TESTS_A_MINUTE} ` +
    'per minute and team. The channel’s `lastSentAt` and `lastError` show the outcome. Accepts no body.',
  permission: 'write',
  params: channelParams,
  responses: success(200, 'The outcome.', { attempt }),
  errors: ['not_found', 'conflict'],
  async handle(request, parts) {
    const { store, catalog, clock, testRate } = parts;
    const channel = await findChannel(request, parts);
    if (channel.type === GROUP) {
      throw new AppError('conflict', 'A group receives no alerts itself. Test its channels instead.');
    }
    requireRate(testRate.take(channel.teamID, clock.now()), 'Too many channel tests.');
    request.audit({
      target: { kind: 'channel', id: channel.shortID, name: channel.name },
    });
    const alert = testAlert(channel, (await store.findTeamSettings(channel.teamID)).name, parts);
    const startedAt = clock.monotonic();
    const { outcome, status, answer: response } = await sendInTime(catalog.send(channel, alert), clock);
    request.audit({ details: { outcome } });
    // Records only `sent` or `failed`, because a test must never disable the channel.
    await store.channels.recordHealth(channel, {
      state: outcome === 'sent' ? 'sent' : 'failed',
      at: clock.now(),
      answer: response,
    });
    const latency = (clock.monotonic() - startedAt) / 1000;
    return respond(200, { attempt: { outcome, status, answer: response, latency } });
  },
});

/** Waits for the outcome, but no longer than clients wait for a response. */
export async function sendInTime(
  sending: Promise<SendResult>,
  { after }: Pick<Clock, 'after'>,
): Promise<SendResult> {
  const { promise: late, resolve } = Promise.withResolvers<SendResult>();
  const cancel = after(RESPONSE_MS_MAX, () => resolve(LATE));
  try {
    return await Promise.race([sending, late]);
  } finally {
    cancel();
  }
}

const LATE: SendResult = {
  outcome: 'failed',
  status: null,
  answer: `No response within ${RESPONSE_MS_MAX / 1000} s. The test may still arrive.`,
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
    text: [`This channel works. Alerts from ${team} will arrive here.`],
    url: `${baseURL}/channels/${channel.shortID}`,
    items: [],
    unlistedCount: 0,
    log: null,
    includesLostAlarm: false,
  };
}

export const CHANNEL_TEST_ENDPOINTS = [testChannel];
