import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isForbiddenAddress } from './address-guard.ts';
import { NO_HOST, NOT_PUBLIC, OutboundError, unreachableName } from './outbound-error.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true });

/**
 * Returns a look-up function that returns only allowed addresses. The connection uses these addresses without another look-up, so
 * a later DNS change can't redirect the connection.
 */
export function guardedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    const fail = (error: unknown) =>
      callback(error instanceof Error ? error : new Error(String(error)), '', 0);
    resolve(host)
      .then((addresses) => {
        const allowed = addresses.filter(({ address }) => isAllowed(address));
        const [first] = allowed;
        if (first === undefined) fail(unreachableName(host, addresses.length === 0 ? NO_HOST : NOT_PUBLIC));
        else if (options.all === true)
          callback(
            null,
            allowed.map((address) => ({ ...address })),
          );
        else callback(null, first.address, first.family);
      })
      .catch(fail);
  };
}

/** Checks an IP address in a URL, because connections look up only names. Throws an OutboundError. */
export function checkLiteral(hostname: string, isAllowed: (address: string) => boolean): void {
  if (isIP(hostname) !== 0 && !isAllowed(hostname)) throw refusedAddress(hostname);
}

function refusedAddress(host: string): OutboundError {
  if (isForbiddenAddress(host))
    return new OutboundError(
      `${host} can't be a receiver, because it belongs to the machine or network of Overdue itself.`,
    );
  return new OutboundError(
    `${host} is not a public address. The operator of Overdue can add it to the allowed addresses: ALLOW_PRIVATE_ADDRESSES=${host}.`,
  );
}
