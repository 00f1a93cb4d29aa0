import { hash } from 'node:crypto';
import type { ImportSource, SourceFile } from '../compat/source/item.ts';
import type { SourceAccount } from '../compat/source/source-connection.ts';

/** How long an import can use the data of its dry run. */
const CACHED_MS = 10 * 60_000;
/** Maximum size of cached data of a team, in characters. Larger data is read again. */
const TEXTS_LENGTH_MAX = 8_000_000;
/** Maximum teams whose data a node caches. */
const TEAMS_MAX = 4;

interface Entry {
  readonly name: string;
  readonly file: SourceFile;
  readonly until: number;
}

/** Identifies data read from a service's API for a team. */
export interface SourceReading {
  readonly teamID: string;
  readonly source: ImportSource;
  readonly account: SourceAccount;
}

/**
 * Caches the data that a dry run read from another service, so that the import doesn't read it again. Keeps only the latest data
 * of a team. Never stores an account's key, and never returns data that was read with a different key.
 */
export interface SourceCache {
  keep(reading: SourceReading, file: SourceFile, now: number): void;
  /**
   * Removes the data of the same team, source and account from the cache, and returns it. Undefined if there is none, or if the
   * data is too old.
   */
  take(reading: SourceReading, now: number): SourceFile | undefined;
}

export function createSourceCache(): SourceCache {
  const byTeam = new Map<string, Entry>();

  function forgetOld(now: number): void {
    for (const [teamID, { until }] of byTeam) if (until <= now) byTeam.delete(teamID);
  }

  return {
    keep(reading, file, now) {
      forgetOld(now);
      byTeam.delete(reading.teamID);
      if (file.text.length > TEXTS_LENGTH_MAX) return;
      for (const oldest of byTeam.keys()) if (byTeam.size >= TEAMS_MAX) byTeam.delete(oldest);
      byTeam.set(reading.teamID, { name: nameOf(reading), file, until: now + CACHED_MS });
    },
    take(reading, now) {
      forgetOld(now);
      const entry = byTeam.get(reading.teamID);
      if (entry?.name !== nameOf(reading)) return undefined;
      byTeam.delete(reading.teamID);
      return entry.file;
    },
  };
}

/** Returns a hash that identifies the data without revealing the account's key. */
function nameOf({ teamID, source, account: { key, url, organization, history } }: SourceReading): string {
  return hash('sha256', JSON.stringify([teamID, source, key, url, organization, history]), 'hex');
}
