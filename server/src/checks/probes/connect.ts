import { connect as connectSocket, isIP, type Socket } from 'node:net';
import type { CheckCode } from '@overdue/domain/checks/check-result.ts';
import type { ResolvedAddress } from '../../platform/outbound/guarded-lookup.ts';
import type { CheckSettings } from '../settings.ts';
import { writeHost } from '../target.ts';
import { type Attempt, CheckFailure } from './attempt.ts';

/** Maximum addresses to try. */
const ADDRESSES_MAX = 4;

interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly family: CheckSettings['family'];
}

/**
 * Connects to the first address of a host that accepts. Resolves the name once, refuses addresses that are not allowed, and connects
 * to exactly the others, one after the other. Node's own choice of a family would give up after 250 ms.
 */
export async function connect(attempt: Attempt, endpoint: Endpoint): Promise<Socket> {
  const addresses = await findAddresses(attempt, endpoint);
  return attempt.step('connect', async () => {
    const failures: CheckFailure[] = [];
    for (const [index, address] of addresses.entries()) {
      const others = addresses.length - 1 - index;
      try {
        return await connectTo(attempt, { ...address, port: endpoint.port, others });
      } catch (error) {
        if (!(error instanceof CheckFailure)) throw error;
        failures.push(error);
      }
    }
    const [last] = failures.slice(-1);
    if (last === undefined) throw unknownHost(endpoint.host);
    throw failures.length === 1
      ? last
      : new CheckFailure(last.code, failures.map(({ message }) => message).join(' '), last.outcome);
  });
}

/** Returns the addresses to try, with families in turn. */
export async function findAddresses(
  attempt: Attempt,
  { host, port, family }: Endpoint,
): Promise<readonly ResolvedAddress[]> {
  const { isAllowed } = attempt.tools;
  const version = isIP(host);
  if (version !== 0) {
    if (!isAllowed(host, port))
      throw new CheckFailure(
        'address_refused',
        `Overdue may not check ${writeHost(host)}:${port}. The operator can allow private addresses with CHECK_ADDRESSES.`,
      );
    return [{ address: host, family: version }];
  }
  const found = await attempt.step('dns', () => resolve(attempt, host));
  const allowed = found.filter(({ address }) => isAllowed(address, port));
  if (allowed.length === 0) throw unknownHost(host);
  const wanted = family === 'auto' ? 0 : family === 'ipv4' ? 4 : 6;
  const usable = allowed.filter((one) => wanted === 0 || one.family === wanted);
  if (usable.length === 0) throw new CheckFailure('dns_no_address', `${host} has no IPv${wanted} address.`);
  return alternate(usable).slice(0, ADDRESSES_MAX);
}

function alternate(addresses: readonly ResolvedAddress[]): readonly ResolvedAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family);
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family);
  const longest = Math.max(first.length, second.length);
  return Array.from({ length: longest }, (_, index) => [
    ...first.slice(index, index + 1),
    ...second.slice(index, index + 1),
  ]).flat();
}

async function resolve(attempt: Attempt, host: string): Promise<readonly ResolvedAddress[]> {
  try {
    return await attempt.tools.resolve(host);
  } catch (error) {
    throw lookupFailure(host, codeOf(error));
  }
}

function lookupFailure(host: string, code: string): CheckFailure {
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
    case 'EAI_NONAME':
    case 'EAI_NODATA':
      return unknownHost(host);
    case 'ETIMEOUT':
      return new CheckFailure('dns_timeout', `The resolver did not answer for ${host}.`, 'timed_out');
    case 'EREFUSED':
    case 'ECONNREFUSED':
      return new CheckFailure('dns_refused', `The resolver refused to answer for ${host}.`);
    default:
      return new CheckFailure('dns_failed', `The name of ${host} could not be resolved${inBrackets(code)}.`);
  }
}

/**
 * Is the same for unknown names and for private addresses. Different messages would reveal which hosts exist in the service's
 * network.
 */
function unknownHost(host: string): CheckFailure {
  return new CheckFailure(
    'dns_not_found',
    `${host} can't be reached: there is no such host, or its address is not public. The operator can allow private addresses with CHECK_ADDRESSES.`,
  );
}

/** `others`: addresses that are still to be tried, each of which keeps an equal part of the remaining time. */
export function connectTo(
  attempt: Attempt,
  { address, family, port, others }: ResolvedAddress & { readonly port: number; readonly others: number },
): Promise<Socket> {
  const { clock } = attempt.tools;
  attempt.report.address = address;
  attempt.report.family = family === 6 ? 6 : 4;
  const socket = connectSocket({ host: address, port, autoSelectFamily: false });
  attempt.own(socket);
  const where = `${writeHost(address)}:${port}`;
  return new Promise((resolve, reject) => {
    const waitMs = attempt.remainingMs() / (others + 1);
    const cancelTimeout =
      others === 0
        ? () => {}
        : clock.after(waitMs, () => {
            socket.destroy();
            reject(new CheckFailure('connect_timeout', `${where} did not answer in time.`, 'timed_out'));
          });
    socket.once('connect', () => {
      cancelTimeout();
      resolve(socket);
    });
    // Stays for the life of the socket: an error without a listener would end the process.
    socket.on('error', (error) => {
      cancelTimeout();
      reject(connectFailure(where, codeOf(error)));
    });
  });
}

const REASONS: Readonly<Record<string, readonly [CheckCode, string]>> = {
  ECONNREFUSED: ['connect_refused', 'refused the connection'],
  ECONNRESET: ['connect_reset', 'reset the connection'],
  EPIPE: ['connect_reset', 'reset the connection'],
  ECONNABORTED: ['connect_reset', 'reset the connection'],
};
/** Errors of a machine that has run out of files or memory. */
const OVERLOADED = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

export function connectFailure(where: string, code: string): CheckFailure {
  if (OVERLOADED.has(code))
    return new CheckFailure(
      'overloaded',
      `Overdue could not open a connection${inBrackets(code)}.`,
      'unknown',
    );
  if (code === 'ETIMEDOUT')
    return new CheckFailure('connect_timeout', `${where} did not answer in time.`, 'timed_out');
  const reason = REASONS[code];
  return reason === undefined
    ? new CheckFailure('connect_unreachable', `${where} can't be reached${inBrackets(code)}.`)
    : new CheckFailure(reason[0], `${where} ${reason[1]}.`);
}

/** Returns the code of an error of Node; empty if there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

export function inBrackets(code: string): string {
  return code === '' ? '' : ` (${code})`;
}
