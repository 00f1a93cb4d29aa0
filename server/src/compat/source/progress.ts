/** Steps of an import: reading the source, planning, writing the monitors, and writing their past runs. */
export const IMPORT_STEPS = ['read', 'plan', 'write', 'history'] as const;

export interface ImportProgress {
  readonly step: (typeof IMPORT_STEPS)[number];
  /** Number of items processed so far. */
  readonly done: number;
  /** Number of all items; null if unknown. */
  readonly total: number | null;
}

export type ReportProgress = (progress: ImportProgress) => void;
