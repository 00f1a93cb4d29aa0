import type { ProjectAlerting } from '../../domain/alerting/settings.ts';
import type { Check, Edit, Edited, References } from '../edits.ts';

export interface ProjectStore {
  /** Oldest first, after an ID. */
  listProjects(teamID: string, afterID: number, limit: number): Promise<readonly Project[]>;
  findProject(teamID: string, shortID: string): Promise<Project | null>;
  defaultProject(teamID: string): Promise<Project>;
  createProject(project: NewProject, references?: References): Promise<Project>;
  changeProject(projectID: number, edit: Edit<Project, ProjectChange>): Promise<Edited<Project> | null>;
  /** Refuses a project with monitors, and the team's default project. */
  deleteProject(
    projectID: number,
    check?: Check<Project>,
  ): Promise<'deleted' | 'not_empty' | 'default' | 'gone'>;
}

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

export type NewProject = Omit<Project, 'id' | 'isDefault' | 'monitors' | 'revision'> & {
  readonly teamID: string;
};

export type ProjectChange = Partial<Pick<Project, 'name' | 'alerting'>>;
