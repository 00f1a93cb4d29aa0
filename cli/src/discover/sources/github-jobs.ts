import { parse } from 'yaml';
import type { FoundJob } from '../job.ts';
import { fieldOf, listField, textField } from '../json-fields.ts';
import { proposeSchedule } from './propose-schedule.ts';

/** Minimum grace period: GitHub starts scheduled workflows late when many are due. */
const GRACE_SECONDS_MIN = 1800;

export interface WorkflowFile {
  /** Path within the repository. */
  readonly path: string;
  readonly text: string;
}

/** Reads the schedules of GitHub's workflows. */
export function readGitHubJobs(
  files: readonly WorkflowFile[],
  { repository, now }: { readonly repository: string; readonly now: number },
): readonly FoundJob[] {
  return files.flatMap((file) => readWorkflow(file, { repository, now }));
}

function readWorkflow(
  { path, text }: WorkflowFile,
  { repository, now }: { readonly repository: string; readonly now: number },
): readonly FoundJob[] {
  const workflow = parseYAML(text);
  // YAML 1.1 reads the key "on" as true.
  const triggers = fieldOf(workflow, 'on') ?? fieldOf(workflow, 'true');
  const schedules = (listField(triggers, 'schedule') ?? []).flatMap((entry) => {
    const cron = textField(entry, 'cron');
    return cron === null ? [] : [{ cron, timezone: textField(entry, 'timezone') || 'Etc/UTC' }];
  });
  const title = textField(workflow, 'name') || path.replace(/^.*\/|\.ya?ml$/g, '');
  return schedules.map(({ cron, timezone }, index) => {
    const proposed = proposeSchedule({ type: 'cron', cron, timezone }, { now, graceMin: GRACE_SECONDS_MIN });
    return {
      source: 'github',
      key: `github ${repository}: ${path} ${index + 1}`,
      place: `${path} of ${repository}`,
      originID: `github ${repository}`,
      user: null,
      command: title,
      name: title,
      when: cron,
      schedule: proposed.ok ? proposed.schedule : null,
      obstacle: proposed.ok ? null : proposed.reason,
      searchedText: text,
      tags: ['github', `repository:${repository}`],
      notes: [],
      edit: null,
    };
  });
}

function parseYAML(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
