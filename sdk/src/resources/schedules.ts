import type { CrontabInput } from '../api.generated.ts';
import type { Caller } from '../call.ts';
import type { RequestOptions } from '../request-options.ts';

/** Previews of schedules and crontab lines. */
export type SchedulesAPI = ReturnType<typeof schedulesAPI>;

export function schedulesAPI({ call }: Caller) {
  return {
    /** Lists the times at which a schedule would expect runs. Creates nothing. */
    preview: call.previewSchedule,
    /** Parses a pasted crontab line. Rejects with the code `invalid` if the line is malformed. */
    readCrontab: (input: string | CrontabInput, options?: RequestOptions) =>
      call.readCrontab(typeof input === 'string' ? { line: input } : input, options),
  };
}
