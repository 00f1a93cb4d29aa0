import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { Revised } from '../../database/edits.ts';
import type { FoundInAnyTeam, Resources, ResourceTypes } from '../../database/resources/contract.ts';

export interface NewProjectKey
  extends Omit<ProjectKey, 'id' | 'projectID' | 'projectShortID' | 'lastUsedAt'> {
  readonly projectID: number;
  /** SHA-256 of the secret, which itself is never stored. */
  readonly hash: string;
  /** ID of the expiring token that created the key, else null. Deleting the token deletes the key. */
  readonly endsWithToken: string | null;
}

export interface ProjectKeyResource extends ResourceTypes {
  readonly record: Revised<ProjectKey>;
  readonly new: NewProjectKey;
  readonly change: Partial<Pick<ProjectKey, 'name'>>;
  /** `project_full`: the project has the maximum number of keys. `project_gone`: the project doesn't exist in the team. */
  readonly creationRefusal: 'project_full' | 'project_gone';
  readonly deletionRefusal: never;
}

export interface ProjectKeyStore {
  /** Project keys, which can also be found in any team by the hash of their secret. */
  readonly projectKeys: Resources<ProjectKeyResource> & FoundInAnyTeam<Revised<ProjectKey>>;
}
