import { CHECK_CODES, type CheckResult } from '@overdue/domain/checks/check-result.ts';
import { z } from 'zod';

const duration = z.number().nullable();
const phases = z.object({
  dns: duration,
  connect: duration,
  tls: duration,
  firstByte: duration,
  total: z.number(),
});
const attempt = {
  outcome: z.enum(['succeeded', 'failed', 'timed_out', 'unknown']),
  code: z.enum(CHECK_CODES).nullable(),
  message: z.string(),
  startedAt: z.number(),
  phases,
  node: z.string(),
  region: z.string().nullable(),
};

const checkResult: z.ZodType<CheckResult> = z.object({
  ...attempt,
  address: z.string().nullable(),
  family: z.union([z.literal(4), z.literal(6)]).nullable(),
  status: z.number().nullable(),
  certificate: z
    .object({
      subject: z.string(),
      issuer: z.string(),
      validFrom: z.number(),
      expiresAt: z.number(),
      fingerprint: z.string(),
    })
    .nullable(),
  domainExpiresAt: z.number().nullable(),
  excerpt: z.string().nullable(),
  disputed: z.boolean(),
  earlier: z.array(z.object(attempt)),
});

/** Parses the column `check_result` of a run. Throws for a damaged value. */
export function parseCheckResult(json: string): CheckResult {
  return checkResult.parse(JSON.parse(json));
}
