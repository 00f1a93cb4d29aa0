import type { Generated } from 'kysely';

/** Tables of shares: badges, status pages, calendars. Part of {@link import('../schema.ts').Schema}. */
export interface ShareTables {
  shares: SharesTable;
}

interface SharesTable {
  id: Generated<number>;
  share_id: string;
  team_id: string;
  kind: string;
  /**
   * In plain text, because members see the address repeatedly. The key only opens content that is meant for
   * others.
   */
  key: string;
  title: string;
  /** JSON. */
  scope: string;
  options: string;
  created_at: number;
  created_by: string;
  revision: Generated<number>;
}
