import type { MigrationSource } from '../../migrations.ts';
import { baseline } from './0001-baseline.ts';

/** Migrations in order. Never edit a released migration. The names are the same for both databases. */
export const migrations: readonly MigrationSource[] = [{ name: '0001-baseline', statements: baseline }];
