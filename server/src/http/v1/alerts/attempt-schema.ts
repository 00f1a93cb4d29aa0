import { z } from 'zod';
import { ATTEMPT_OUTCOMES } from '../../../store/alerts/contract.ts';
import { createRateLimit, type RateLimit } from '../../rate-limit.ts';

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

/** Tests are sent at once, beside the queue that spares receivers: nobody may send many. */
export function createTestRate(): RateLimit<string> {
  return createRateLimit({ perSecond: TESTS_A_MINUTE / 60, burst: TESTS_A_MINUTE, keysMax: TEAMS_MAX });
}

export const TESTS_A_MINUTE = 10;

export const TEAMS_MAX = 100_000;
