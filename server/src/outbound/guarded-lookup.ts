import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { NO_HOST, NOT_PUBLIC, OutboundError, unreachableName } from './outbound-error.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true });

/**
 * A look-up for connections that gives out allowed addresses alone. The connection goes to exactly what was checked here: the
 * name is not looked up a second time, so that a name server can't answer differently then.
 */
export function guardedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    const fail = (error: unknown) =>
      callback(error instanceof Error ? error : new Error(String(error)), '', 0);
    resolve(host)
      .then((found) => {
        const allowed = found.filter(({ address }) => isAllowed(address));
        const [first] = allowed;
        if (first === undefined) fail(unreachableName(host, found.length === 0 ? NO_HOST : NOT_PUBLIC));
        else if (options.all === true)
          callback(
            null,
            allowed.map((each) => ({ ...each })),
          );
        else callback(null, first.address, first.family);
      })
      .catch(fail);
  };
}

/** A connection looks up names alone: an address that stands in the URL itself is checked here. @throws OutboundError */
export function checkLiteral(hostname: string, isAllowed: (address: string) => boolean): void {
  if (isIP(hostname) !== 0 && !isAllowed(hostname)) throw refusedAddress(hostname);
}

function refusedAddress(host: string): OutboundError {
  return new OutboundError(
    `${host} is not a public address. The operator of Overdue can allow it: ALLOW_PRIVATE_ADDRESSES.`,
  );
}
