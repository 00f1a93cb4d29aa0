import {
  type ImportedRows,
  type ImportLimits,
  type ImportOptions,
  ImportRefusal,
} from '../monitors/contract.ts';
import type { ConfigurationStore } from './contract.ts';

export type ImportResult =
  /** The monitor IDs are in the order of the import. */
  { readonly outcome: 'imported'; readonly monitorIDs: readonly number[] } | Pick<ImportRefusal, 'outcome'>;

/** Saves all rows and edits in one transaction, or none of them. Rethrows the error of an edit. */
export async function importMonitors(
  { changeTogether }: Pick<ConfigurationStore, 'changeTogether'>,
  rows: ImportedRows,
  { limits, ...options }: ImportOptions & { readonly limits: ImportLimits },
): Promise<ImportResult> {
  try {
    const monitorIDs = await changeTogether(rows.teamID, (changes) =>
      changes.importMonitors(rows, limits, options),
    );
    return { outcome: 'imported', monitorIDs };
  } catch (error) {
    if (error instanceof ImportRefusal) return { outcome: error.outcome };
    throw error;
  }
}
