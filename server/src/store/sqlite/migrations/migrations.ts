import { core } from './0001-core.ts';

/** In order; a migration that has been released is never edited. Names equal those of the other databases. */
export const migrations: readonly { readonly name: string; readonly statements: readonly string[] }[] = [
  { name: '0001-core', statements: core },
];
