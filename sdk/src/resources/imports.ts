import type { Import, ImportInput } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Monitors of other services, crontabs and systemd timers. */
export interface ImportsAPI {
  /** Plans an import. With `dryRun: false`, creates everything or nothing. */
  run(input: ImportInput, options?: RequestOptions): Promise<Import>;
}

export function importsAPI({ call }: Caller): ImportsAPI {
  return {
    run: async (body, options) => (await call('importMonitors', { body }, options)).import,
  };
}
