import { core } from './0001-core.ts';
import { alerts } from './0002-alerts.ts';

/** In order; a migration that has been released is never edited. Names equal those of the other databases. */
export const migrations: readonly { readonly name: string; readonly statements: readonly string[] }[] = [
  { name: '0001-core', statements: core },
  { name: '0002-alerts', statements: alerts },
];
