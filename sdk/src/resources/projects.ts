import type {
  CreatedProjectKey,
  Project,
  ProjectEdit,
  ProjectInput,
  ProjectKey,
  ProjectKeyInput,
  Responses,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allPages, type PageQuery } from '../page.ts';

export interface ProjectsAPI {
  /** Reads one page, oldest first: 100 entries unless `limit` is set. */
  list(query?: PageQuery, options?: RequestOptions): Promise<Responses['listProjects']>;
  /** Reads all entries, in pages of `limit`. */
  all(query?: PageQuery, options?: RequestOptions): AsyncIterable<Project>;
  create(input: ProjectInput, options?: RequestOptions): Promise<Project>;
  get(projectShortID: string, options?: RequestOptions): Promise<Project>;
  update(projectShortID: string, edit: ProjectEdit, options?: RequestOptions): Promise<Project>;
  /** Deletes a project without monitors. The default project can't be deleted. Resolves to the deleted project. */
  delete(projectShortID: string, options?: RequestOptions): Promise<Project>;
  /** Lists the keys of a project, oldest first, without their secrets. */
  listKeys(projectShortID: string, options?: RequestOptions): Promise<readonly ProjectKey[]>;
  /** Creates a key for clients of other services. Only this response contains the key's secret. */
  createKey(
    projectShortID: string,
    input: ProjectKeyInput,
    options?: RequestOptions,
  ): Promise<CreatedProjectKey>;
  /** Deletes a key, which stops working. Resolves to the deleted key. */
  deleteKey(projectShortID: string, keyShortID: string, options?: RequestOptions): Promise<ProjectKey>;
}

export function projectsAPI({ call }: Caller): ProjectsAPI {
  const list: ProjectsAPI['list'] = (query, options) => call('listProjects', { query }, options);
  return {
    list,
    all: allPages(list, ({ projects }) => projects),
    create: async (body, options) => (await call('createProject', { body }, options)).project,
    get: async (projectShortID, options) =>
      (await call('readProject', { params: { projectShortID } }, options)).project,
    update: async (projectShortID, body, options) =>
      (await call('editProject', { params: { projectShortID }, body }, options)).project,
    delete: async (projectShortID, options) =>
      (await call('deleteProject', { params: { projectShortID } }, options)).project,
    listKeys: async (projectShortID, options) =>
      (await call('listProjectKeys', { params: { projectShortID } }, options)).keys,
    createKey: async (projectShortID, body, options) =>
      (await call('createProjectKey', { params: { projectShortID }, body }, options)).key,
    deleteKey: async (projectShortID, keyShortID, options) =>
      (await call('deleteProjectKey', { params: { projectShortID, keyShortID } }, options)).key,
  };
}
