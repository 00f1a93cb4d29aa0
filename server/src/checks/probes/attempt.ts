import type { SecureContext } from 'node:tls';
import {
  CHECK_EXCERPT_LENGTH_MAX,
  type CheckAttempt,
  type CheckCode,
  type CheckPhases,
} from '@overdue/domain/checks/check-result.ts';
import type { Decode } from '../../core/receive/content-encoding.ts';
import type { Resolve } from '../../platform/outbound/guarded-lookup.ts';
import { cleanText, truncate } from '../../platform/outbound/text.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { CheckSettings, TLSSettings } from '../settings.ts';

/** Parts of the checker that probes use. */
export interface ProbeTools {
  readonly clock: Clock;
  readonly resolve: Resolve;
  /** Whether checks may connect to a port of an address. */
  readonly isAllowed: (address: string, port: number) => boolean;
  readonly secureContextOf: (settings: Pick<TLSSettings, 'ca' | 'cert' | 'key'>) => SecureContext;
  /** Decompresses bodies. */
  readonly decode: Decode;
  /** Ends the attempt. The promise then rejects with the reason of the signal. */
  readonly signal: AbortSignal;
  /** Whether an attempt that succeeds has an excerpt too. */
  readonly keepsExcerpt: boolean;
}

/** Ends an attempt. The message is one sentence without secrets. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
  readonly code: CheckCode;
  readonly outcome: 'failed' | 'timed_out' | 'unknown';

  constructor(code: CheckCode, message: string, outcome: CheckFailure['outcome'] = 'failed') {
    super(message);
    this.code = code;
    this.outcome = outcome;
  }
}

/** A remark on a success. */
export interface CheckNote {
  readonly code: CheckCode;
  readonly message: string;
}

type Step = Exclude<keyof CheckPhases, 'total'> | 'response';

type Finding = Pick<CheckAttempt, 'outcome' | 'code' | 'message'>;

type Report = {
  -readonly [Field in
    | 'address'
    | 'family'
    | 'status'
    | 'certificate'
    | 'domainExpiresAt'
    | 'excerpt']: CheckAttempt[Field];
};

/** An attempt under way. */
export interface Attempt {
  readonly tools: ProbeTools;
  /** Facts that are known so far. They are reported whether the attempt succeeds or fails. */
  readonly report: Report;
  /** Time until the deadline. */
  remainingMs(): number;
  /** Runs one step. Steps with the same name add up. A deadline that passes meanwhile is reported as the step's timeout. */
  step<Result>(name: Step, work: () => Promise<Result>): Promise<Result>;
  /**
   * Destroys something when the attempt ends: the newest first, because Node crashes if the socket below TLS is destroyed before TLS
   * in the callback of a handshake.
   */
  own(resource: { destroy(): unknown }): void;
}

const TIMEOUTS: Readonly<Record<Step, CheckNote>> = {
  dns: { code: 'dns_timeout', message: 'The name was not resolved' },
  connect: { code: 'connect_timeout', message: 'There was no connection' },
  tls: { code: 'tls_timeout', message: 'The TLS handshake was not complete' },
  firstByte: { code: 'response_timeout', message: 'There was no response' },
  response: { code: 'response_timeout', message: 'The response was not complete' },
};

/** Runs a probe with one deadline for all of its steps. `probe` returns a note on a success, or throws a CheckFailure. */
export async function runAttempt(
  tools: ProbeTools,
  settings: Pick<CheckSettings, 'timeout' | 'slowAfter' | 'slowIs'>,
  probe: (attempt: Attempt) => Promise<CheckNote | null>,
): Promise<CheckAttempt> {
  const { clock, signal } = tools;
  signal.throwIfAborted();
  const startedAt = clock.now();
  const start = clock.monotonic();
  const timeoutMs = settings.timeout * 1000;
  const durations: Record<Step, number | null> = {
    dns: null,
    connect: null,
    tls: null,
    firstByte: null,
    response: null,
  };
  const owned: { destroy(): unknown }[] = [];
  let current: Step = 'connect';
  let begunAt: number | null = null;
  let isOver = false;
  const endStep = () => {
    if (begunAt !== null) durations[current] = (durations[current] ?? 0) + clock.monotonic() - begunAt;
    begunAt = null;
  };
  const attempt: Attempt = {
    tools,
    report: {
      address: null,
      family: null,
      status: null,
      certificate: null,
      domainExpiresAt: null,
      excerpt: null,
    },
    remainingMs: () => Math.max(0, start + timeoutMs - clock.monotonic()),
    async step(name, work) {
      // Nothing awaits a probe that goes on after its deadline.
      if (isOver) throw new CheckFailure(TIMEOUTS[name].code, 'The attempt has ended.', 'timed_out');
      begunAt = clock.monotonic();
      current = name;
      try {
        return await work();
      } finally {
        endStep();
      }
    },
    own(resource) {
      if (isOver) resource.destroy();
      else owned.push(resource);
    },
  };
  const stop = Promise.withResolvers<never>();
  const cancelDeadline = clock.after(timeoutMs, () => {
    const { code, message } = TIMEOUTS[current];
    stop.reject(new CheckFailure(code, `${message} within ${settings.timeout} seconds.`, 'timed_out'));
  });
  const abort = () => stop.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let finding: Finding;
  try {
    const note = await Promise.race([probe(attempt), stop.promise]);
    finding = { outcome: 'succeeded', code: note?.code ?? null, message: note?.message ?? '' };
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    finding = { outcome: error.outcome, code: error.code, message: error.message };
  } finally {
    isOver = true;
    cancelDeadline();
    signal.removeEventListener('abort', abort);
    for (const resource of owned.toReversed()) resource.destroy();
  }
  // The deadline ends a step that is still under way.
  endStep();
  const { dns, connect, tls, firstByte } = durations;
  const total = clock.monotonic() - start;
  const judged = judgeSpeed(finding, settings, total);
  const showsExcerpt = tools.keepsExcerpt || judged.outcome !== 'succeeded';
  return {
    ...judged,
    startedAt,
    phases: { dns, connect, tls, firstByte, total },
    ...attempt.report,
    excerpt: showsExcerpt ? attempt.report.excerpt : null,
  };
}

/** Marks a slow success. A note of the probe is more important than a note on its speed. */
function judgeSpeed(
  finding: Finding,
  { slowAfter, slowIs }: Pick<CheckSettings, 'slowAfter' | 'slowIs'>,
  totalMs: number,
): Finding {
  if (finding.outcome !== 'succeeded' || slowAfter === null || totalMs <= slowAfter * 1000) return finding;
  if (slowIs === 'note' && finding.code !== null) return finding;
  return {
    outcome: slowIs === 'note' ? 'succeeded' : 'failed',
    code: 'slow',
    message: `The check took ${(totalMs / 1000).toFixed(2)} seconds, more than ${slowAfter}.`,
  };
}

/** Returns the start of a response for display. Replaces secrets of the request, which some servers send back. */
export function excerptOf(text: string, secrets: readonly string[]): string {
  // Replaces before cutting, so that no part of a secret is left at the end.
  let shown = text;
  for (const secret of secrets) if (secret.length >= 4) shown = shown.replaceAll(secret, '•••');
  return truncate(cleanText(shown), CHECK_EXCERPT_LENGTH_MAX);
}
