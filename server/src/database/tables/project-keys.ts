import type { Generated } from 'kysely';

export interface ProjectKeyTables {
  project_keys: ProjectKeysTable;
}

interface ProjectKeysTable {
  id: Generated<number>;
  short_id: string;
  team_id: string;
  project_id: number;
  kind: string;
  name: string;
  hash: string;
  prefix: string;
  created_at: number;
  created_by: string;
  last_used_at: number | null;
  revision: Generated<number>;
  expires_at: Generated<number | null>;
  token_id: Generated<string | null>;
}
