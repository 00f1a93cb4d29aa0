import type { Access } from '@overdue/domain/access/access.ts';
import { PROJECT_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { AppError } from '@overdue/domain/error.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { alertingReferences, referencesTo, storedReferences } from '../../api/missing-references.ts';
import { decodeCursor, pageOf, pageQuery } from '../../api/page.ts';
import { revision } from '../../api/precondition.ts';
import { EDIT_DESCRIPTION, readOnly } from '../../api/read-only.ts';
import {
  deletionCheckOf,
  editOf,
  respondCreated,
  respondDeleted,
  respondEdited,
  type TeamResource,
} from '../../api/resources.ts';
import { respond, respondRevised } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, singleLineText, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import {
  editedProjectAlerting,
  PROJECT_EDIT_EXAMPLE,
  projectAlertingFields,
  projectAlertingInput,
  writeProjectAlerting,
} from '../alert-settings.ts';
import type { Project, ProjectResource, ProjectStore } from '../contract.ts';
import { findProject, projectNotFoundError, projectParams } from './find-project.ts';

export const projectBody = z
  .strictObject({
    name: singleLineText(1, NAME_LENGTH_MAX).meta({ description: 'Display name.', example: 'db-01' }),
    ...projectAlertingInput,
  })
  .meta({ id: 'ProjectInput' });

const project = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the project in this API.', example: 'p7w4nc2h9t' }),
    name: z.string().meta({ example: 'db-01' }),
    isDefault: z.boolean().meta({
      description: "Whether new monitors go here by default. The default project can't be deleted.",
      example: false,
    }),
    createdAt: timeOutput('Creation time.', '2026-11-02T09:12:44.018Z'),
    monitors: z.int().meta({ description: 'Number of monitors in the project.', example: 14 }),
    ...projectAlertingFields,
    revision,
  })
  .meta({ id: 'Project' });

const READ_ONLY = ['shortID', 'isDefault', 'createdAt'] as const;

const projectEdit = projectBody
  .partial()
  .extend(readOnly(project.shape, [...READ_ONLY, 'monitors', 'revision']))
  .meta({ id: 'ProjectEdit', description: EDIT_DESCRIPTION });

function writeProject({ shortID, name, isDefault, createdAt, monitors, alerting, revision }: Project) {
  return {
    shortID,
    name,
    isDefault,
    createdAt: writeTime(createdAt),
    monitors,
    ...writeProjectAlerting(alerting),
    revision,
  };
}

const PROJECT: TeamResource<Project> = {
  name: 'project',
  labels: { one: 'project', many: 'projects' },
  write: writeProject,
};

async function projectsWithin(
  { teamID, projects }: Pick<Access, 'teamID' | 'projects'>,
  page: { readonly afterID: number; readonly limit: number },
  store: ProjectStore,
): Promise<readonly Project[]> {
  if (projects === null) return store.projects.list(teamID, page);
  const visible = await Promise.all(projects.map((shortID) => store.projects.find(teamID, shortID)));
  return visible
    .filter((project) => project !== null)
    .filter(({ id }) => id > page.afterID)
    .sort((a, b) => a.id - b.id)
    .slice(0, page.limit);
}

const listProjects = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/projects/',
  operationID: 'listProjects',
  allowsProjectTokens: true,
  tag: 'Projects',
  summary: 'List projects',
  description: 'Oldest first.',
  permission: 'read',
  query: pageQuery,
  responses: success(200, 'The projects.', { projects: z.array(project), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store }) {
    const afterID = query.cursor === undefined ? 0 : decodeCursor('projects', query.cursor);
    const projects = await projectsWithin(access, { afterID, limit: query.limit + 1 }, store);
    const page = pageOf('projects', { rows: projects, limit: query.limit, position: ({ id }) => id });
    return respond(200, { projects: page.rows.map(writeProject), nextCursor: page.nextCursor });
  },
});

const createProject = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/projects/',
  operationID: 'createProject',
  tag: 'Projects',
  summary: 'Create a project',
  description: 'Names need not be unique.',
  permission: 'write',
  body: projectBody,
  bodyExample: { name: 'db-01' },
  responses: success(201, 'The new project.', { project }),
  etag: 'sent',
  errors: [],
  async handle({ access, body }, { store, random, clock }) {
    const created = await store.projects.create(
      {
        teamID: access.teamID,
        shortID: newShortID(random),
        name: body.name,
        createdAt: clock.now(),
        alerting: editedProjectAlerting(PROJECT_ALERTING_DEFAULT, body),
      },
      { references: referencesTo(access.teamID, alertingReferences(body)) },
    );
    return respondCreated(PROJECT, created);
  },
});

const readProject = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/projects/{projectShortID}/',
  operationID: 'readProject',
  allowsProjectTokens: true,
  tag: 'Projects',
  summary: 'Read a project',
  description: 'One project.',
  permission: 'read',
  params: projectParams,
  responses: success(200, 'The project.', { project }),
  etag: 'sent',
  errors: ['not_found'],
  async handle({ access, params }, { store }) {
    const record = await findProject(access, params.projectShortID, store);
    return respondRevised(200, { project: writeProject(record) }, record.revision);
  },
});

const editProject = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/projects/{projectShortID}/',
  operationID: 'editProject',
  allowsProjectTokens: true,
  tag: 'Projects',
  summary: 'Change a project',
  description: 'Omitted fields keep their value. The `shortID` never changes.',
  permission: 'write',
  params: projectParams,
  body: projectEdit,
  bodyExample: { name: 'db-01 and db-02', ...PROJECT_EDIT_EXAMPLE },
  responses: success(200, 'The project after the change.', { project }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, body, ifMatch, audit }, { store }) {
    const { shortID } = await findProject(access, params.projectShortID, store);
    const edited = await store.projects.change(
      access.teamID,
      shortID,
      editOf<Project, ProjectResource['change']>({
        resource: PROJECT,
        expected: { ifMatch, revision: body.revision },
        readOnly: { requestBody: body, names: READ_ONLY },
        references: alertingReferences(body),
        storedReferences: ({ alerting }) => storedReferences(alerting),
        merge: ({ name, alerting }) => ({
          before: { name, alerting },
          after: { name: body.name ?? name, alerting: editedProjectAlerting(alerting, body) },
        }),
      }),
    );
    if (edited === null) throw projectNotFoundError();
    return respondEdited(PROJECT, edited, audit);
  },
});

const deleteProject = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/projects/{projectShortID}/',
  operationID: 'deleteProject',
  tag: 'Projects',
  summary: 'Delete a project',
  description: "Only a project without monitors can be deleted. The default project can't be deleted.",
  permission: 'write',
  params: projectParams,
  responses: success(200, 'The deleted project.', { project }),
  etag: 'checked',
  errors: ['not_found', 'conflict'],
  async handle({ access, params, ifMatch }, { store }) {
    const { shortID } = await findProject(access, params.projectShortID, store);
    const deleted = await store.projects.delete(
      access.teamID,
      shortID,
      deletionCheckOf(PROJECT, { ifMatch }),
    );
    switch (deleted.outcome) {
      case 'deleted':
      case 'not_found':
        return respondDeleted(PROJECT, deleted);
      case 'not_empty':
        throw new AppError('conflict', 'This project has monitors. Move or delete them first.');
      case 'default':
        throw new AppError(
          'conflict',
          "This is the team's default project for new monitors, so it can't be deleted.",
        );
    }
  },
});

export const PROJECT_ENDPOINTS = [listProjects, createProject, readProject, editProject, deleteProject];
