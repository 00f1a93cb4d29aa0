import type { PingProject } from '@overdue/domain/access/project-key.ts';
import { networkOf } from '@overdue/domain/network.ts';
import { writeEmailLog } from '@overdue/domain/ping/filter-ping.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { USER_AGENT_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { SMTPServerSession } from 'smtp-server';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { hashToken } from '../../platform/security/token.ts';
import type { PingOutcome } from '../ingest/accepted-ping.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { readEmailText } from './email-text.ts';
import { parseRecipient } from './recipient.ts';
import { AMBIGUOUS, RATE_LIMITED, SMTPRefusal, UNKNOWN_RECIPIENT } from './smtp-reply.ts';

/** Counts an attempt against a rate limit. Returns the seconds to wait; null if the limit allows the attempt. */
interface Limit<Key> {
  take(key: Key, now: number): number | null;
}

export interface RecorderDependencies {
  readonly ingest: Pick<Ingest, 'find' | 'findBySlug' | 'submit'>;
  /** Returns the normalized ping IDs that equal a text except for the case of letters, at most two. */
  readonly findPingIDsInAnyCase: (text: string) => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'pings'>;
  readonly pingRate: Limit<number>;
  /** Rate limit per network for emails to unknown addresses. */
  readonly missRate: Limit<string>;
  /** Domain of the addresses, in lower case. */
  readonly host: string;
  readonly bodyLimit: number;
  /** Records that a ping key was used. */
  readonly recordUse: (project: PingProject) => void;
}

/** Monitor of an address. `monitorID` is null if only the database knows the monitor, and the database is unavailable. */
interface EmailTarget {
  readonly normalizedPingID: string;
  readonly monitorID: number | null;
  readonly teamID: string | null;
  /** Project of the ping key in the address; null for an address with a ping ID. */
  readonly project: PingProject | null;
}

interface ReceivedEmail {
  readonly bytes: Uint8Array;
  /** Whether `bytes` is only the start of the email. */
  readonly isCut: boolean;
}

export interface EmailRecorder {
  /** Finds the monitor of a recipient. Rejects with the SMTP reply if there is none. */
  find(address: string, remoteAddress: string): Promise<EmailTarget>;
  /** Records one ping per recipient. Resolves once all pings are on disk. A retry after a failure may record some pings again. */
  record(email: ReceivedEmail, session: SMTPServerSession): Promise<void>;
}

export function createEmailRecorder(dependencies: RecorderDependencies): EmailRecorder {
  const { ingest, clock, metrics, bodyLimit } = dependencies;
  let lastRead: Promise<unknown> = Promise.resolve();

  /** Reads one email at a time, because reading takes much CPU time. */
  function serialized<T>(read: () => Promise<T>): Promise<T> {
    const result = lastRead.then(read);
    lastRead = result.catch(() => undefined);
    return result;
  }

  async function find(address: string, remoteAddress: string): Promise<EmailTarget> {
    const target = await search(dependencies, address);
    const now = clock.monotonic();
    const isKnown = target !== 'unknown' && target !== 'ambiguous' && target.monitorID !== null;
    if (isKnown) return target;
    if (dependencies.missRate.take(networkOf(remoteAddress), now) !== null) {
      metrics.pings.rateLimited.inc();
      throw RATE_LIMITED;
    }
    if (target !== 'unknown' && target !== 'ambiguous') return target;
    metrics.pings.notFound.inc();
    throw target === 'unknown' ? UNKNOWN_RECIPIENT : AMBIGUOUS;
  }

  async function submit(monitor: EmailTarget, ping: Parameters<typeof arrivalOf>[1]): Promise<PingOutcome> {
    if (
      monitor.monitorID !== null &&
      dependencies.pingRate.take(monitor.monitorID, clock.monotonic()) !== null
    ) {
      metrics.pings.rateLimited.inc();
      throw RATE_LIMITED;
    }
    const result = await ingest.submit(arrivalOf(monitor, ping));
    if (result.outcome === 'failed') throw result.error;
    metrics.pings[result.outcome === 'gone' ? 'notFound' : 'ping'].inc();
    if (monitor.project !== null) dependencies.recordUse(monitor.project);
    return result;
  }

  return {
    find,
    async record(email, session) {
      const { remoteAddress } = session;
      const { mailFrom, rcptTo } = session.envelope;
      const monitors = await Promise.all(rcptTo.map(({ address }) => find(address, remoteAddress)));
      const log = await serialized(() => logOf(email, bodyLimit));
      const userAgent = `Email from ${mailFrom === false ? '' : mailFrom.address}`.slice(
        0,
        USER_AGENT_LENGTH_MAX,
      );
      const ping = { ...log, at: clock.now(), userAgent, remoteAddress };
      const outcomes = await Promise.all(monitors.map((monitor) => submit(monitor, ping)));
      if (outcomes.every(({ outcome }) => outcome === 'gone')) throw UNKNOWN_RECIPIENT;
    },
  };
}

async function search(
  { ingest, findPingIDsInAnyCase, host }: RecorderDependencies,
  address: string,
): Promise<EmailTarget | 'unknown' | 'ambiguous'> {
  const recipient = parseRecipient(address, host);
  if (recipient === null) return 'unknown';
  if (recipient.by === 'ping_id') {
    const exact = await findByID(ingest, recipient.normalizedPingID);
    if (exact !== null) return exact;
    // Some programs and relays change addresses to lower case.
    const [similar, another] = await findPingIDsInAnyCase(recipient.normalizedPingID);
    if (another !== undefined) return 'ambiguous';
    return (similar === undefined ? null : await findByID(ingest, similar)) ?? 'unknown';
  }
  const target = await ingest.findBySlug({ keyHash: hashToken(recipient.secret), slug: recipient.slug });
  if (target.outcome === 'ambiguous') return 'ambiguous';
  // The ping can't be spooled without its ping ID, which only the database knows. After status 451 the sender retries.
  if (target.outcome === 'unavailable') throw new SMTPRefusal(451, 'The database is unavailable. Try again.');
  if (target.outcome !== 'known') return 'unknown';
  const { monitor, project } = target;
  const { monitorID } = monitor;
  const normalizedPingID = normalizePingID(monitor.pingID);
  return normalizedPingID === null
    ? 'unknown'
    : { normalizedPingID, monitorID, teamID: project.teamID, project };
}

async function findByID(ingest: Pick<Ingest, 'find'>, normalizedPingID: string): Promise<EmailTarget | null> {
  const target = await ingest.find(normalizedPingID);
  if (target.outcome === 'unknown_id') return null;
  const { monitorID, teamID } = target.outcome === 'known' ? target : { monitorID: null, teamID: null };
  return { normalizedPingID, monitorID, teamID, project: null };
}

interface EmailLog {
  readonly body: Uint8Array | null;
  readonly warnings: readonly string[];
}

async function logOf({ bytes, isCut }: ReceivedEmail, limit: number): Promise<EmailLog> {
  const { subject, text, warning, isCut: isShortened } = await readEmailText(bytes);
  const log = Buffer.from(writeEmailLog(subject, text));
  const kept = log.subarray(0, limit);
  const warnings = warning === null ? [] : [warning];
  if (isCut || isShortened || log.byteLength > limit)
    warnings.push(`The email was cut: the first ${kept.byteLength} bytes of its text were kept.`);
  return { body: kept.byteLength === 0 ? null : kept, warnings };
}

function arrivalOf(
  { normalizedPingID, monitorID, teamID }: EmailTarget,
  {
    at,
    userAgent,
    remoteAddress,
    body,
    warnings,
  }: EmailLog & {
    readonly at: number;
    readonly userAgent: string;
    readonly remoteAddress: string;
  },
) {
  return {
    normalizedPingID,
    monitorID,
    teamID,
    command: { kind: 'ping', at, type: 'ping', rid: null, durationMs: null, warnings },
    request: { method: 'EMAIL', userAgent, remoteAddress, exitStatus: null, body },
  } as const;
}
