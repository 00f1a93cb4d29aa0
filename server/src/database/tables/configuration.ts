import type { Generated } from 'kysely';

export interface ConfigurationTables {
  managed_resources: ManagedResourcesTable;
}

interface ManagedResourcesTable {
  id: Generated<number>;
  team_id: string;
  /** ID of the resource in the API. */
  resource_id: string;
  /** Name of the configuration file. */
  file: string;
  kind: string;
  /** The resource's key in the file. */
  key: string;
  revision: Generated<number>;
}
