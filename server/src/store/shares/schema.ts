import type { Generated } from 'kysely';

/** What teams show to others; joined into {@link import('../schema.ts').Schema}. */
export interface ShareTables {
  shares: SharesTable;
}

interface SharesTable {
  id: Generated<number>;
  share_id: string;
  team_id: string;
  kind: string;
  /** In the clear, since members are shown the address again and again. It opens nothing but what is meant for others. */
  key: string;
  title: string;
  /** JSON. */
  scope: string;
  options: string;
  created_at: number;
  created_by: string;
  /** Grows by one with each change of the settings. */
  revision: Generated<number>;
}
