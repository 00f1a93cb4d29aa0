import type { ConfigurationInput } from '../api.generated.ts';
import type { Caller } from '../call.ts';
import type { RequestOptions } from '../request-options.ts';

/** Monitoring as code: files that manage projects, monitors and other resources of a team. */
export type ConfigurationAPI = ReturnType<typeof configurationAPI>;

/** Maximum time until the response. A file can have 20,000 items. */
const RESPONSE_MS_MAX = 120_000;

export function configurationAPI({ call }: Caller) {
  return {
    /** Compares a file with the team. With `dryRun: false`, also makes all changes, or none of them. */
    apply: (input: ConfigurationInput, options?: RequestOptions) =>
      call.applyConfiguration(input, { timeoutMs: RESPONSE_MS_MAX, ...options }),
    /** Exports the team's settings as the items of a file, without secrets. Applying the file unchanged has no effect. */
    export: (file: string, options?: RequestOptions) =>
      call.exportConfiguration({ file }, { timeoutMs: RESPONSE_MS_MAX, ...options }),
    /** Lists the IDs of all resources that files manage, by file and kind. */
    listManaged: call.listManagedResources,
    /** Returns the file that manages a resource, such as a monitor; null if none does. */
    managerOf: call.readManagedResource,
    /** Detaches a resource from the file that manages it, without changing the resource. Returns the former file and key. */
    release: call.releaseManagedResource,
  };
}
