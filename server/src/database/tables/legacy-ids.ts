import type { Generated } from 'kysely';

export interface LegacyIDTables {
  kept_ids: LegacyIDsTable;
}

/** IDs of another service that stay valid after an import. */
interface LegacyIDsTable {
  id: Generated<number>;
  project_id: number;
  kind: string;
  value: string;
  channel_id: number | null;
  monitor_id: number | null;
  /** Tag of a badge; empty for other kinds. */
  tag: Generated<string>;
}
