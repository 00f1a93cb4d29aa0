import {
  CHECK_CODES,
  type CheckAttempt,
  type CheckPlace,
  type CheckResult,
} from '@overdue/domain/checks/check-result.ts';
import { z } from 'zod';
import { timeOutput } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';

const seconds = (description: string, example: number) =>
  z.number().nullable().meta({ description, example });

const phases = z
  .object({
    dns: seconds('Look-up of the name.', 0.004),
    connect: seconds('Connection.', 0.012),
    tls: seconds('TLS handshake.', 0.021),
    firstByte: seconds('Wait for the first byte of the response.', 0.083),
    total: z.number().meta({ description: 'The whole attempt, with redirects.', example: 0.121 }),
  })
  .meta({
    id: 'CheckPhases',
    description: 'Seconds of each phase; null for a phase that did not take place.',
  });

const attemptFields = {
  outcome: z.enum(['succeeded', 'failed', 'timed_out', 'unknown']).meta({
    description: '`unknown`: the check says nothing about the target.',
    example: 'failed',
  }),
  code: z.enum(CHECK_CODES).nullable().meta({
    description: 'Cause of the outcome, or the note of a success; null for a success without a note.',
    example: 'status',
  }),
  message: z
    .string()
    .meta({ description: 'What was wrong. Empty if `code` is null.', example: 'The status is 503.' }),
  startedAt: timeOutput('Start of the attempt.'),
  phases,
  node: z.string().meta({ description: 'Process that made the attempt.', example: '01932f4e' }),
  region: z
    .string()
    .nullable()
    .meta({ description: 'Region of the process; null if none is set.', example: 'fra' }),
};

const certificate = z
  .object({
    subject: z.string().meta({ description: 'Name of the holder.', example: 'example.com' }),
    issuer: z.string().meta({ description: 'Name of the authority.', example: 'R11' }),
    validFrom: timeOutput('Start of the validity.'),
    expiresAt: timeOutput('End of the validity.'),
    fingerprint: z
      .string()
      .meta({ description: 'SHA-256 in hexadecimal digits.', example: '9f86d081884c7d65' }),
  })
  .meta({ id: 'CheckedCertificate', description: 'Certificate that the target presented.' });

export const checkResult = z
  .object({
    ...attemptFields,
    address: z.string().nullable().meta({
      description: 'Address of the last connection; null if there was none.',
      example: '192.0.2.10',
    }),
    family: z.int().nullable().meta({
      description: 'Version of IP of the address.',
      example: 4,
    }),
    status: z.int().nullable().meta({ description: 'Status of an HTTP response.', example: 503 }),
    certificate: certificate.nullable().meta({ example: null }),
    domainExpiresAt: timeOutput('When the registration of a domain ends; null for other checks.').nullable(),
    excerpt: z.string().nullable().meta({
      description: 'Start of the response, or values of a DNS answer. Null unless the check failed.',
      example: 'Service unavailable',
    }),
    disputed: z.boolean().meta({
      description: 'Whether an attempt failed, and a later one succeeded.',
      example: false,
    }),
    earlier: z
      .array(z.object(attemptFields).meta({ id: 'EarlierAttempt' }))
      .meta({ description: 'Failed attempts before the last one, oldest first.' }),
  })
  .meta({ id: 'CheckResult', description: 'Result of a check. The last attempt decides.' });

function writeAttempt(
  attempt: Pick<CheckAttempt, 'outcome' | 'code' | 'message' | 'startedAt' | 'phases'> & CheckPlace,
) {
  const { outcome, code, message, startedAt, phases, node, region } = attempt;
  return {
    ...{ outcome, code, message, node, region },
    startedAt: writeTime(startedAt),
    phases: {
      dns: inSeconds(phases.dns),
      connect: inSeconds(phases.connect),
      tls: inSeconds(phases.tls),
      firstByte: inSeconds(phases.firstByte),
      total: phases.total / 1000,
    },
  };
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}

export function writeCheckResult(result: CheckResult) {
  const { address, family, status, certificate, domainExpiresAt, excerpt, disputed, earlier } = result;
  return {
    ...writeAttempt(result),
    ...{ address, family, status, excerpt, disputed },
    certificate:
      certificate === null
        ? null
        : {
            ...certificate,
            validFrom: writeTime(certificate.validFrom),
            expiresAt: writeTime(certificate.expiresAt),
          },
    domainExpiresAt: writeTimeOrNull(domainExpiresAt),
    earlier: earlier.map(writeAttempt),
  };
}
