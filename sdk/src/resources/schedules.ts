import type { Answers, Crontab, SchedulePreviewInput } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';

/** What a schedule means, before a monitor has it. */
export interface SchedulesAPI {
  /** When runs would be expected, without creating anything. */
  preview(input: SchedulePreviewInput, options?: RequestOptions): Promise<Answers['previewSchedule']>;
  /** Takes apart what somebody has pasted from a crontab. Rejects with the code `invalid` when it can't be read. */
  readCrontab(line: string, options?: RequestOptions): Promise<Crontab>;
}

export function schedulesAPI({ call }: Caller): SchedulesAPI {
  return {
    preview: (body, options) => call('previewSchedule', { body }, options),
    readCrontab: async (line, options) => (await call('readCrontab', { body: { line } }, options)).crontab,
  };
}
