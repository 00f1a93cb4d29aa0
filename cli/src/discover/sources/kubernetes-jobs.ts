import { readRobfig } from '@overdue/domain/schedule/robfig.ts';
import type { FoundJob } from '../job.ts';
import { fieldOf, listField, textField } from '../json-fields.ts';
import { proposeSchedule } from './propose-schedule.ts';

/** Reads the output of `kubectl get cronjobs --all-namespaces --output=json`. */
export function readKubernetesJobs(
  json: unknown,
  { context, now }: { readonly context: string; readonly now: number },
): readonly FoundJob[] {
  return (listField(json, 'items') ?? []).map((item) => readCronJob(item, { context, now }));
}

function readCronJob(
  item: unknown,
  { context, now }: { readonly context: string; readonly now: number },
): FoundJob {
  const metadata = fieldOf(item, 'metadata');
  const spec = fieldOf(item, 'spec');
  const namespace = textField(metadata, 'namespace') || 'default';
  const name = `${namespace}/${textField(metadata, 'name') ?? ''}`;
  const cron = textField(spec, 'schedule') ?? '';
  // Without `timeZone`, the controller uses its own time zone, which is usually UTC.
  const timezone = textField(spec, 'timeZone') || 'Etc/UTC';
  const read = readRobfig(cron, { timezone, now });
  const proposed = read.ok ? proposeSchedule(read.schedule, { now }) : read;
  const podSpec = ['jobTemplate', 'spec', 'template', 'spec'].reduce(fieldOf, spec);
  const containers = listField(podSpec, 'containers') ?? [];
  const isSuspended = fieldOf(spec, 'suspend') === true;
  return {
    source: 'kubernetes',
    key: `kubernetes ${context}: ${name}`,
    place: `CronJob ${name} of ${context}`,
    originID: `kubernetes ${context}`,
    user: null,
    command: containers.map(commandOf).join('; '),
    name,
    when: cron,
    schedule: proposed.ok ? proposed.schedule : null,
    obstacle: isSuspended ? 'The CronJob is suspended.' : proposed.ok ? null : proposed.reason,
    ignored: null,
    searchedText: JSON.stringify(item),
    tags: ['kubernetes', `cluster:${context}`, `namespace:${namespace}`],
    notes: read.ok ? read.notes : [],
    edit: null,
  };
}

function commandOf(container: unknown): string {
  const words = ['command', 'args'].flatMap((key) => listField(container, key) ?? []).map(String);
  return words.length > 0 ? words.join(' ') : (textField(container, 'image') ?? '');
}
