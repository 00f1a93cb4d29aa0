import type {
  ConfigurationExport,
  ConfigurationInput,
  ConfigurationPlan,
  ManagedResource,
} from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Monitoring as code: files that manage projects, monitors and other resources of a team. */
export interface ConfigurationAPI {
  /** Compares a file with the team. With `dryRun: false`, also makes all changes, or none of them. */
  apply(input: ConfigurationInput, options?: RequestOptions): Promise<ConfigurationPlan>;
  /** Exports the team's settings as the items of a file, without secrets. Applying the file unchanged has no effect. */
  export(file: string, options?: RequestOptions): Promise<ConfigurationExport>;
  /** Lists the IDs of all resources that files manage, by file and kind. */
  listManaged(
    query?: { readonly kind?: ManagedResource['kind'] },
    options?: RequestOptions,
  ): Promise<readonly ManagedFile[]>;
  /** Returns the file that manages a resource, such as a monitor; null if none does. */
  managerOf(id: string, options?: RequestOptions): Promise<ManagedResource | null>;
  /** Detaches a resource from the file that manages it, without changing the resource. Returns the former file and key. */
  release(id: string, options?: RequestOptions): Promise<ManagedResource>;
}

/** Resources of one kind that a file manages. */
export interface ManagedFile extends Pick<ManagedResource, 'file' | 'kind'> {
  /** IDs of the resources in the API. */
  readonly managedIDs: readonly string[];
}

/** Maximum time until the response. A file can have 20,000 items. */
const RESPONSE_MS_MAX = 120_000;

export function configurationAPI({ call }: Caller): ConfigurationAPI {
  return {
    apply: async (body, options = {}) =>
      (await call('applyConfiguration', { body }, { timeoutMs: RESPONSE_MS_MAX, ...options })).plan,
    export: async (file, options = {}) =>
      (await call('exportConfiguration', { query: { file } }, { timeoutMs: RESPONSE_MS_MAX, ...options }))
        .configuration,
    listManaged: async (query = {}, options) =>
      (await call('listManagedResources', { query }, options)).files,
    managerOf: async (id, options) =>
      (await call('readManagedResource', { params: { managedID: id } }, options)).managed,
    release: async (id, options) =>
      (await call('releaseManagedResource', { params: { managedID: id } }, options)).managed,
  };
}
