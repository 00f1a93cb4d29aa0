import { hash } from 'node:crypto';
import type { ImportSource, SourceFile } from './item.ts';
import type { SourceAccount } from './source-connection.ts';

/** How long the data of a dry run serves the import. */
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

/** A read of a service's API for a team. */
export interface SourceReading {
  readonly teamID: string;
  readonly source: ImportSource;
  readonly account: SourceAccount;
}

/**
 * Caches what a dry run read from another service, so that the import doesn't read it again. Keeps the latest data of a team, and neither the account's key nor data for another key.
 */
export interface SourceCache {
  keep(reading: SourceReading, file: SourceFile, now: number): void;
  /** Returns the data of the same reading, and forgets the data. Undefined if there is none, or if it is too old. */
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

/** Names a reading without its key. */
function nameOf({ teamID, source, account: { key, url, organization, history } }: SourceReading): string {
  return hash('sha256', JSON.stringify([teamID, source, key, url, organization, history]), 'hex');
}
