import type { DatabaseLocation } from '../platform/config/database-location.ts';
import { guardAddresses, plainAddress } from '../platform/outbound/address-guard.ts';
import type { Resolve } from '../platform/outbound/guarded-lookup.ts';

/** Parts of the service that checks never reach. */
export interface OwnServices {
  /** Ports at which the service accepts connections. */
  readonly ports: readonly number[];
  /** Where the database accepts connections; null for a file or a Unix socket. */
  readonly database: { readonly host: string; readonly port: number } | null;
}

interface TargetGuardOptions {
  /** Whether the operator allows an address that isn't public. */
  readonly isAllowedTarget: (address: string) => boolean;
  readonly own: OwnServices;
  /** Returns the addresses of this machine. */
  readonly ownAddresses: () => readonly string[];
  readonly resolve: Resolve;
}

export interface TargetGuard {
  /** Whether checks may connect to a port of an address. */
  readonly isAllowed: (address: string, port: number) => boolean;
  /** Looks up the database and this machine's addresses again. Keeps the known ones of a name that can't be resolved. */
  refresh(): Promise<void>;
}

const POSTGRES_PORT = 5432;

/**
 * Returns a guard that never allows this service itself or its database, whatever the operator allows. Until the first refresh, the port
 * of the database is refused at every address.
 */
export function createTargetGuard(options: TargetGuardOptions): TargetGuard {
  const { ports, database } = options.own;
  const isAllowedAddress = guardAddresses(options.isAllowedTarget);
  let machine = plainAddresses(options.ownAddresses());
  let databases: ReadonlySet<string> | null = null;

  async function refresh(): Promise<void> {
    machine = plainAddresses(options.ownAddresses());
    if (database === null) return;
    const found = await options.resolve(database.host).catch(() => []);
    if (found.length > 0) databases = plainAddresses(found.map(({ address }) => address));
  }

  function isOwn(address: string, port: number): boolean {
    const isHere = machine.has(address) || isLoopback(address);
    if (isHere && ports.includes(port)) return true;
    if (database === null || port !== database.port) return false;
    if (databases === null) return true;
    // A database on this machine may accept connections at each of its addresses.
    return (
      databases.has(address) || (isHere && [...databases].some((one) => machine.has(one) || isLoopback(one)))
    );
  }

  return {
    isAllowed(address, port) {
      const plain = plainAddress(address);
      return plain !== null && isAllowedAddress(address) && !isOwn(plain, port);
    },
    refresh,
  };
}

function plainAddresses(written: readonly string[]): ReadonlySet<string> {
  return new Set(written.map(plainAddress).filter((address) => address !== null));
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Returns where a database accepts connections; null for a file or a Unix socket. */
export function databaseEndpoint(location: DatabaseLocation): OwnServices['database'] {
  if (location.kind === 'sqlite') return null;
  const url = new URL(location.url);
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.searchParams.get('port') ?? url.port) || POSTGRES_PORT;
  return host === '' || decodeURIComponent(host).startsWith('/') ? null : { host, port };
}
