import type { Generated } from 'kysely';

export interface ShareTables {
  shares: SharesTable;
}

interface SharesTable {
  id: Generated<number>;
  share_id: string;
  team_id: string;
  kind: string;
  /**
   * Stored in plain text, because members can view the share's address, which contains the key, at any time. The key only opens
   * content that is meant for others.
   */
  key: string;
  title: string;
  scope: string;
  options: string;
  created_at: number;
  created_by: string;
  revision: Generated<number>;
}
