import type { ImportItem } from '@overdue/sdk';
import { reportingCrontab } from './reporting-crontab.ts';

const ASSIGNMENT = /^[A-Za-z_]\w*\s*=/;

/** Whether a pasted text contains several jobs. If so, the user selects the jobs to monitor. */
export function hasSeveralJobs(text: string): boolean {
  const jobs = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !ASSIGNMENT.test(line));
  return jobs.length > 1;
}

type Line = Pick<ImportItem, 'crontabLine' | 'pingURL' | 'keepsPingID'>;

/** Returns the crontab, edited so that the jobs of new monitors report. All other text is unchanged. */
export function reportingLines(text: string, created: readonly Line[]): string {
  const lines = text.split('\n');
  for (const { crontabLine, pingURL, keepsPingID } of created) {
    // Skips a line that already reports, because its command contains the ping URL.
    if (crontabLine === null || pingURL === null || keepsPingID) continue;
    const index = crontabLine.number - 1;
    const end = lines[index]?.endsWith('\r') === true ? '\r' : '';
    lines[index] = reportingCrontab(crontabLine, pingURL) + end;
  }
  return lines.join('\n');
}
