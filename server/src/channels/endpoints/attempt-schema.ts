import { z } from 'zod';
import { createRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts';
import { ATTEMPT_OUTCOMES } from '../contract.ts';

export const attemptFields = {
  outcome: z.enum(ATTEMPT_OUTCOMES).meta({
    description:
      '`sent`: delivered. `failed`: a retry may succeed. `refused`: the receiver will never accept this message. `gone`: the ' +
      'receiver will never accept any message.',
    example: 'sent',
  }),
  status: z.int().nullable().meta({
    description: "The receiver's status code; null if there was none.",
    example: 204,
  }),
  answer: z.string().meta({
    description: "The receiver's response, or the error.",
    example: '204 No Content',
  }),
  latency: z.number().meta({ description: 'Duration of the attempt in seconds.', example: 0.182 }),
};

/** Test alerts bypass the delivery queue, so they need their own rate limit. */
export function createTestRate(): RateLimit<string> {
  return createRateLimit({ perSecond: TESTS_A_MINUTE / 60, burst: TESTS_A_MINUTE, keysMax: TEAMS_MAX });
}

export const TESTS_A_MINUTE = 10;

export const TEAMS_MAX = 100_000;
