import { CHECK_KINDS, type CheckAttempt, type CheckCode } from '@overdue/domain/checks/check-result.ts';
import { z } from 'zod';
import type { OwnServices } from './target-guard.ts';

/** Messages between the service and the process that checks targets. */

/** One attempt at a target. */
export type CheckJob = z.output<typeof checkJob>;

const checkJob = z.object({
  team: z.string(),
  kind: z.enum(CHECK_KINDS),
  url: z.string(),
  /** Settings of the kind, with opened secrets. */
  settings: z.looseObject({ timeout: z.number() }),
  /** Time that the attempt may wait for its start, in milliseconds. */
  waitMsMax: z.number(),
  /** Whether a success has an excerpt too. */
  keepsExcerpt: z.boolean(),
});

const jobMessage = z.object({ id: z.number(), job: checkJob });
export type JobMessage = z.output<typeof jobMessage>;

const ownServices = z.object({
  ports: z.array(z.number()).readonly(),
  database: z.object({ host: z.string(), port: z.number() }).nullable(),
}) satisfies z.ZodType<OwnServices>;

/** The first message has the operator's list of addresses, and the addresses of the service itself; all others have a job. */
export const toChecker = z.union([z.object({ allowedAddresses: z.string(), own: ownServices }), jobMessage]);
export type ToChecker = z.output<typeof toChecker>;

/** The process is a part of this program, so the fields of an attempt are not checked again. */
export const fromChecker = z.object({
  id: z.number(),
  attempt: z.custom<CheckAttempt>((value) => typeof value === 'object' && value !== null),
});
export type FromChecker = z.output<typeof fromChecker>;

/** Returns the result of an attempt that was not made, or whose end nobody knows. */
export function unknownAttempt(
  at: number,
  { code, message }: { readonly code: CheckCode; readonly message: string },
): CheckAttempt {
  return {
    outcome: 'unknown',
    code,
    message,
    startedAt: at,
    phases: { dns: null, connect: null, tls: null, firstByte: null, total: 0 },
    address: null,
    family: null,
    status: null,
    certificate: null,
    domainExpiresAt: null,
    excerpt: null,
  };
}
