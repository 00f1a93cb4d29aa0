import type { Check, Edit, Edited, References } from './edit-store.ts';
import type { NewProject, Project, ProjectChange } from './store.ts';

export interface ProjectStore {
  /** Oldest first, after an ID. */
  listProjects(teamID: string, afterID: number, limit: number): Promise<readonly Project[]>;
  findProject(teamID: string, shortID: string): Promise<Project | null>;
  defaultProject(teamID: string): Promise<Project>;
  createProject(project: NewProject, references?: References): Promise<Project>;
  /** Null when the project is gone. */
  changeProject(projectID: number, edit: Edit<Project, ProjectChange>): Promise<Edited<Project> | null>;
  /** Refuses a project that has monitors, and the team's default one. */
  deleteProject(
    projectID: number,
    check?: Check<Project>,
  ): Promise<'deleted' | 'not_empty' | 'default' | 'gone'>;
}
