import type { Access } from '@overdue/domain/access/access.ts';
import { coversProject } from '@overdue/domain/access/team-security.ts';
import type { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { invalidInputError } from '../../api/problems.ts';
import { notFoundError } from '../../api/resources.ts';
import { pathID } from '../../api/schemas.ts';
import type { Project, ProjectStore } from '../contract.ts';
import { findDefaultProject } from '../contract.ts';

export const projectParams = z.object({
  projectShortID: pathID.meta({ description: "The project's `shortID`.", example: 'p7w4nc2h9t' }),
});

export async function findProject(
  access: Pick<Access, 'teamID' | 'projects'>,
  shortID: string,
  store: ProjectStore,
): Promise<Project> {
  const project = await store.projects.find(access.teamID, shortID);
  if (project === null || !coversProject(access, shortID)) throw projectNotFoundError();
  return project;
}

/** Returns the named project. Without a name, returns the team's default, or the only project that a token is limited to. */
export async function projectForNew(
  access: Pick<Access, 'teamID' | 'projects'>,
  shortID: string | null,
  store: ProjectStore,
): Promise<Project> {
  if (shortID !== null) return findProject(access, shortID, store);
  const defaultProject = await findDefaultProject(store, access.teamID);
  if (coversProject(access, defaultProject.shortID)) return defaultProject;
  const [only, ...others] = access.projects ?? [];
  if (only !== undefined && others.length === 0) return findProject(access, only, store);
  const message = 'This token is limited to some projects. Choose one of them.';
  throw invalidInputError([{ path: 'projectShortID', message }]);
}

export function projectNotFoundError(): AppError {
  return notFoundError('project');
}
