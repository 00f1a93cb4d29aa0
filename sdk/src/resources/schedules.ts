import type { Crontab, CrontabInput, Responses, SchedulePreviewInput } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** Previews of schedules and crontab lines. */
export interface SchedulesAPI {
  /** Lists the times at which a schedule would expect runs. Creates nothing. */
  preview(input: SchedulePreviewInput, options?: RequestOptions): Promise<Responses['previewSchedule']>;
  /** Parses a pasted crontab line. Rejects with the code `invalid` if the line is malformed. */
  readCrontab(input: string | CrontabInput, options?: RequestOptions): Promise<Crontab>;
}

export function schedulesAPI({ call }: Caller): SchedulesAPI {
  return {
    preview: (body, options) => call('previewSchedule', { body }, options),
    async readCrontab(input, options) {
      const body = typeof input === 'string' ? { line: input } : input;
      return (await call('readCrontab', { body }, options)).crontab;
    },
  };
}
