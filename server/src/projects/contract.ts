import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { Share } from '@overdue/domain/access/share.ts';
import type { ProjectAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import type { Revised } from '../database/edits.ts';
import type { FoundInAnyTeam, Resources, ResourceTypes } from '../database/resources/contract.ts';

export interface Project {
  readonly id: number;
  readonly shortID: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly createdAt: number;
  readonly monitors: number;
  readonly alerting: ProjectAlerting;
  readonly revision: number;
}

export interface ProjectResource extends ResourceTypes {
  readonly record: Project;
  readonly new: Omit<Project, 'id' | 'isDefault' | 'monitors' | 'revision'> & { readonly teamID: string };
  readonly change: Partial<Pick<Project, 'name' | 'alerting'>>;
  readonly creationRefusal: never;
  /** `not_empty`: the project has monitors. `default`: the project is the team's default for new monitors. */
  readonly deletionRefusal: 'not_empty' | 'default';
}

export interface ProjectStore {
  /** Callers of `findInAnyTeam` must have checked access in another way. */
  readonly projects: Resources<ProjectResource> & FoundInAnyTeam<{ readonly teamID: string }>;
}
/** Returns a team's default project: the oldest project, which is created with the team. */
export async function findDefaultProject({ projects }: ProjectStore, teamID: string): Promise<Project> {
  const [oldest] = await projects.list(teamID, { afterID: 0, limit: 1 });
  if (!oldest?.isDefault) throw new Error(`The team ${teamID} has no default project.`);
  return oldest;
}

export interface ShareResource extends ResourceTypes {
  readonly record: Revised<Share>;
  readonly new: Share;
  readonly change: Partial<Pick<Share, 'title' | 'options'>>;
  /** `key_taken`: another share of the installation has this key. */
  readonly creationRefusal: 'key_taken';
  readonly deletionRefusal: never;
}

export interface ShareStore {
  /** `findInAnyTeam` takes the key of a share of any kind. The key grants access. */
  readonly shares: Resources<ShareResource> & FoundInAnyTeam<Revised<Share>>;
}

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
