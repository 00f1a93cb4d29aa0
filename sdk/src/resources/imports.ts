import type { Import, ImportInput } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Imports of monitors from other services, crontabs and systemd timers. */
export interface ImportsAPI {
  /** Plans an import. With `dryRun: false`, also carries the plan out, completely or not at all. */
  run(input: ImportInput, options?: RequestOptions): Promise<Import>;
}

export function importsAPI({ call }: Caller): ImportsAPI {
  return {
    run: async (body, options) => (await call('importMonitors', { body }, options)).import,
  };
}
