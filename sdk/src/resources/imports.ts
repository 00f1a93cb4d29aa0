import type { Import, ImportInput } from '../api.generated.ts';
import type { Caller } from '../call.ts';
import type { Clock } from '../clock.ts';
import { isObject } from '../envelope.ts';
import { OverdueError } from '../error.ts';
import type { RequestOptions } from '../request-options.ts';
import { streamedText } from '../streamed-text.ts';

export interface ImportProgress {
  /**
   * Current step: reading the source, planning, writing the monitors, or writing their past runs. Later versions of the service
   * may add steps.
   */
  readonly step: 'read' | 'plan' | 'write' | 'history' | (string & Record<never, never>);
  /** Number of processed items in this step. */
  readonly done: number;
  /** Total number of items in this step; null if unknown. */
  readonly total: number | null;
}

export interface ImportOptions extends RequestOptions {
  /**
   * Called as the import proceeds. `timeoutMs` then limits only the silence between two calls, and aborting the `signal` before the
   * step `write` cancels the import.
   */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Imports of monitors from other services, crontabs and systemd timers. */
export interface ImportsAPI {
  /** Plans an import. With `dryRun: false`, also carries the plan out, completely or not at all. */
  run(input: ImportInput, options?: ImportOptions): Promise<Import>;
}

/** Maximum time to send the input, and until the response begins. */
const BEGIN_MS_MAX = 120_000;
/** Maximum time between two parts of the response. The service sends something at least every 10 s. */
const SILENCE_MS_MAX = 40_000;

export function importsAPI(caller: Caller, clock: Clock): ImportsAPI {
  return {
    async run(body, { onProgress, ...options } = {}) {
      return onProgress === undefined
        ? caller.call.importMonitors(body, options)
        : follow(body, { caller, clock, options, onProgress });
    },
  };
}

async function follow(
  body: ImportInput,
  {
    caller,
    clock,
    options: { signal, timeoutMs },
    onProgress,
  }: {
    readonly caller: Caller;
    readonly clock: Clock;
    readonly options: RequestOptions;
    readonly onProgress: (progress: ImportProgress) => void;
  },
): Promise<Import> {
  const input = { body, headers: { Accept: 'application/x-ndjson' } };
  const pieces = streamedText(
    {
      open: (until) => caller.open('importMonitors', input, until),
      signal,
      beginTimeoutMs: BEGIN_MS_MAX,
      silenceMsMax: timeoutMs ?? SILENCE_MS_MAX,
    },
    clock,
  );
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { progress, status, body: answered } = parse(line);
      if (isProgress(progress)) onProgress(progress);
      if (typeof status !== 'number') continue;
      const bytes = new TextEncoder().encode(JSON.stringify(answered));
      return caller.read('importMonitors', { status, headers: new Headers(), bytes });
    }
  }
  throw new OverdueError(
    'network',
    'The connection closed before the import finished. Check the result of the import before you repeat the request.',
  );
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (isObject(value)) return value;
  } catch {
    // A proxy may have sent the line.
  }
  throw new OverdueError(
    'unexpected_response',
    'The response does not come from Overdue. Check any proxy in between.',
  );
}

function isProgress(value: unknown): value is ImportProgress {
  return isObject(value) && typeof value.step === 'string' && typeof value.done === 'number';
}
