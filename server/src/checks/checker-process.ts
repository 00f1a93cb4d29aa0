import { getServers } from 'node:dns';
import { networkInterfaces } from 'node:os';
import type { CheckAttempt } from '@overdue/domain/checks/check-result.ts';
import { createDecoder } from '../core/receive/content-encoding.ts';
import { addressSetOrAll } from '../platform/config/values.ts';
import { resolveBySystem } from '../platform/outbound/guarded-lookup.ts';
import { createRequest } from '../platform/outbound/outbound.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { systemRandom } from '../platform/runtime/random.ts';
import { type FromChecker, type JobMessage, toChecker, unknownAttempt } from './checker-messages.ts';
import { createJobQueue, type QueuedJob } from './job-queue.ts';
import { type DNSTools, probeDNS } from './probes/dns.ts';
import { type DomainTools, probeDomain, RDAP_BYTES_MAX } from './probes/domain.ts';
import { probeHTTP } from './probes/http.ts';
import { createRDAPBootstrap } from './probes/rdap-bootstrap.ts';
import { createSecureContexts } from './probes/secure.ts';
import { probeTCP } from './probes/tcp.ts';
import { probeTLS } from './probes/tls.ts';
import { createTargetResolve } from './resolve.ts';
import { CHECK_SETTINGS } from './settings.ts';
import { type CheckTarget, parseTarget } from './target.ts';
import { createTargetGuard, type OwnServices, type TargetGuard } from './target-guard.ts';

/**
 * The process that checks targets. It has no database and no secrets of the service, only the jobs that it receives from its parent.
 * It ends with its parent: when the parent ends in any way, the channel to it closes.
 */

/** Time-out of a request to a registry, unless the check ends earlier. */
const REGISTRY_MS = 60_000;
const REFRESH_MS = 60_000;

type Tools = Omit<DNSTools & DomainTools, 'keepsExcerpt' | 'signal'>;

interface Job extends QueuedJob {
  readonly id: number;
  readonly run: () => Promise<CheckAttempt>;
}

const queue = createJobQueue<Job>({
  clock: systemClock,
  async run({ id, run }) {
    const attempt = await run().catch((error: unknown) => defectiveAttempt(error));
    send({ id, attempt });
    return { isTimedOut: attempt.outcome === 'timed_out' };
  },
  refuse: ({ id }) =>
    send({
      id,
      attempt: unknownAttempt(systemClock.now(), {
        code: 'overloaded',
        message: 'Overdue had too many checks to do to start this one in time.',
      }),
    }),
});
let tools: Tools | null = null;

process.on('message', (received) => {
  const message = toChecker.parse(received);
  if ('allowedAddresses' in message) tools = createTools(message.allowedAddresses, message.own);
  else if (tools !== null) take(message, tools);
});
process.on('disconnect', () => process.exit());
// A terminal and systemd send signals to all processes of a service. The parent finishes its work first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

function send(message: FromChecker): void {
  if (process.connected) process.send?.(message);
}

function createTools(allowedAddresses: string, own: OwnServices): Tools {
  const parsed = addressSetOrAll(allowedAddresses);
  const isAllowedByOperator = 'value' in parsed ? parsed.value : () => false;
  const guard = createTargetGuard({
    isAllowedTarget: isAllowedByOperator,
    own,
    ownAddresses,
    resolve: resolveBySystem,
  });
  keepFresh(guard);
  const resolve = createTargetResolve({ clock: systemClock, resolveBySystem });
  const request = createRequest({
    clock: systemClock,
    isAllowedAddress: isAllowedByOperator,
    timeoutMs: REGISTRY_MS,
    responseBytesMax: RDAP_BYTES_MAX + 1,
    resolve,
  });
  return {
    clock: systemClock,
    random: systemRandom,
    resolve,
    isAllowed: guard.isAllowed,
    secureContextOf: createSecureContexts(),
    decode: createDecoder(),
    systemResolvers: getServers,
    request,
    rdapBootstrap: createRDAPBootstrap({ request, clock: systemClock }),
  };
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
}

/** Looks up the own addresses now and every minute, because the database may move. */
function keepFresh(guard: TargetGuard): void {
  void guard.refresh().finally(() => systemClock.after(REFRESH_MS, () => keepFresh(guard)));
}

/** Reports a defect of one check as its result, so that the other checks go on. */
function defectiveAttempt(error: unknown): CheckAttempt {
  process.stderr.write(
    `A check failed because of a defect: ${error instanceof Error ? error.stack : error}\n`,
  );
  return unknownAttempt(systemClock.now(), {
    code: 'interrupted',
    message: 'This check failed because of a defect in Overdue.',
  });
}

function take({ id, job }: JobMessage, tools: Tools): void {
  const parsed = parseTarget(job.kind, job.url);
  if (!parsed.ok) throw new Error(`The checker received a target of the kind ${job.kind} that is none.`);
  const ofJob = { ...tools, signal: new AbortController().signal, keepsExcerpt: job.keepsExcerpt };
  const { host, run } = plan(parsed.target, job.settings, ofJob);
  queue.submit({ id, team: job.team, waitMsMax: job.waitMsMax, target: `${job.kind} ${job.url}`, host, run });
}

interface Plan {
  /** Host that the check puts load on. */
  readonly host: string;
  readonly run: () => Promise<CheckAttempt>;
}

function plan(target: CheckTarget, written: unknown, tools: DNSTools & DomainTools): Plan {
  switch (target.kind) {
    case 'http': {
      const settings = CHECK_SETTINGS.http.parse(written);
      return { host: target.url.hostname, run: () => probeHTTP(target, settings, tools) };
    }
    case 'tcp': {
      const settings = CHECK_SETTINGS.tcp.parse(written);
      return { host: target.host, run: () => probeTCP({ ...target, kind: 'tcp' }, settings, tools) };
    }
    case 'tls': {
      const settings = CHECK_SETTINGS.tls.parse(written);
      return { host: target.host, run: () => probeTLS({ ...target, kind: 'tls' }, settings, tools) };
    }
    case 'dns': {
      const settings = CHECK_SETTINGS.dns.parse(written);
      const dns = { kind: 'dns', host: target.host } as const;
      return { host: settings.resolver ?? target.host, run: () => probeDNS(dns, settings, tools) };
    }
    case 'domain': {
      const settings = CHECK_SETTINGS.domain.parse(written);
      const domain = { kind: 'domain', host: target.host } as const;
      // One registry answers for all domains with the same ending.
      const registry = `registry of ${target.host.slice(target.host.lastIndexOf('.') + 1)}`;
      return { host: registry, run: () => probeDomain(domain, settings, tools) };
    }
  }
}
