import type { ProjectAlerting } from '@overdue/domain/alerting/alert-settings.ts';
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
