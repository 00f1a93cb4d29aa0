import type { MigrationSource } from '../../migrations.ts';
import { baseline } from './0001-baseline.ts';

export interface PostgresMigration extends MigrationSource {
  /**
   * Whether nodes of the previous version keep working during a rolling update. True only for a migration that just adds optional
   * columns or tables.
   */
  readonly keepsOlderNodes: boolean;
}

/** Migrations in order. Never edit a released migration. The names are the same for both databases. */
export const migrations: readonly PostgresMigration[] = [
  { name: '0001-baseline', statements: baseline, keepsOlderNodes: false },
];
