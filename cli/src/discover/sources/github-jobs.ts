import { readYAMLDocument } from '@overdue/domain/yaml.ts';
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

export interface GitHubJobs {
  readonly jobs: readonly FoundJob[];
  /** Why workflows could not be read. The key is the path. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Reads the schedules of GitHub's workflows. */
export function readGitHubJobs(
  files: readonly WorkflowFile[],
  { repository, now }: { readonly repository: string; readonly now: number },
): GitHubJobs {
  const problems = new Map<string, string>();
  const jobs = files.flatMap((file) => {
    const read = parseYAML(file.text);
    if (!read.ok) problems.set(file.path, `It isn’t valid YAML: ${read.reason}`);
    return read.ok ? readWorkflow(file, { workflow: read.value, repository, now }) : [];
  });
  return { jobs, problems };
}

function readWorkflow(
  { path, text }: WorkflowFile,
  {
    workflow,
    repository,
    now,
  }: { readonly workflow: unknown; readonly repository: string; readonly now: number },
): readonly FoundJob[] {
  // YAML 1.1 reads the key "on" as true.
  const triggers = fieldOf(workflow, 'on') ?? fieldOf(workflow, 'true');
  const schedules = (listField(triggers, 'schedule') ?? []).flatMap((entry) => {
    const cron = textField(entry, 'cron');
    return cron === null ? [] : [{ cron, timezone: textField(entry, 'timezone') || 'Etc/UTC' }];
  });
  const title = textField(workflow, 'name') || path.replace(/^.*\/|\.ya?ml$/g, '');
  return schedules.map(({ cron, timezone }, index) => {
    const read = readExpression(cron);
    const proposed = read.ok
      ? proposeSchedule({ type: 'cron', cron: read.cron, timezone }, { now, graceMin: GRACE_SECONDS_MIN })
      : read;
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
      ignored: null,
      searchedText: text,
      tags: ['github', `repository:${repository}`],
      notes: read.ok ? read.notes : [],
      edit: null,
    };
  });
}

/** Maximum values of the fields. */
const HIGHEST = [59, 23, 31, 12, 6];
/** GitHub starts a workflow at most once in this number of minutes. */
const MINUTES_MIN = 5;

type Expression =
  | { readonly ok: true; readonly cron: string; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads an expression by the rules of "Events that trigger workflows: schedule" in GitHub's documentation: five fields, no nicknames,
 * `20/15` from 20 to the end of the field, and at most one run in five minutes.
 */
function readExpression(written: string): Expression {
  const fields = written.trim().split(/\s+/);
  if (fields.length !== HIGHEST.length)
    return { ok: false, reason: 'GitHub needs five fields, and knows no nicknames such as @daily.' };
  if (/[?LW#]/.test(written.replaceAll(/jul|wed/gi, '')))
    return { ok: false, reason: 'GitHub doesn’t know ?, L, W and #.' };
  const ranged = fields.map((field, index) =>
    field.replaceAll(/(?<=^|,)(\d+)\/(\d+)(?=,|$)/g, `$1-${HIGHEST[index]}/$2`),
  );
  const [minute = '', ...others] = ranged;
  const everyFew = /^\*(?:\/[1-4])?$/.test(minute) || /^0-59\/[1-4]$/.test(minute);
  const cron = [everyFew ? `*/${MINUTES_MIN}` : minute, ...others].join(' ');
  const notes = everyFew ? [`GitHub starts a workflow at most every ${MINUTES_MIN} minutes.`] : [];
  return { ok: true, cron, notes };
}

function parseYAML(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  const { problems, value } = readYAMLDocument(text);
  const [problem] = problems;
  return problem === undefined ? { ok: true, value: value() } : { ok: false, reason: problem.message };
}
