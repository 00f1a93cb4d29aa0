import type { Caller } from '../call.ts';
import { allPages } from '../page.ts';

export type ProjectsAPI = ReturnType<typeof projectsAPI>;

export function projectsAPI({ call }: Caller) {
  return {
    /** Reads one page, oldest first: 100 entries unless `limit` is set. */
    list: call.listProjects,
    /** Reads all entries, in pages of `limit`. */
    all: allPages(call.listProjects, ({ projects }) => projects),
    create: call.createProject,
    get: call.readProject,
    update: call.editProject,
    /** Deletes a project without monitors. The default project can't be deleted. Resolves to the deleted project. */
    delete: call.deleteProject,
    /** Lists the keys of a project, oldest first, without their secrets. */
    listKeys: call.listProjectKeys,
    /** Creates a key for clients of other services. Only this response contains the key's secret. */
    createKey: call.createProjectKey,
    /** Deletes a key, which stops working. Resolves to the deleted key. */
    deleteKey: call.deleteProjectKey,
  };
}
