import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { type FoundJob, REMOTE_SOURCES } from './job.ts';

/** Proposes the name of a new monitor. The name says where the job runs. Adds the name to `used`. */
export function proposeName(job: FoundJob, hostName: string, used: Set<string>): string {
  const place = placeOf(job, hostName);
  const base = (job.name === '' ? 'job' : job.name).slice(
    0,
    NAME_LENGTH_MAX - place.length - ' (1000)'.length,
  );
  for (let count = 1; ; count += 1) {
    const name = `${base}${count === 1 ? '' : ` (${count})`}${place}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}

/** Returns the tags of a new monitor. Jobs outside the host don't get the tag of the host. */
export function proposeTags({ source, tags }: FoundJob, hostName: string): readonly string[] {
  return REMOTE_SOURCES.some((remote) => remote === source) ? tags : [`host:${hostName}`, ...tags];
}

/** Returns the part of a name that says where the job runs, such as ` on web1`. */
function placeOf({ source, originID }: FoundJob, hostName: string): string {
  const remote = REMOTE_SOURCES.find((candidate) => candidate === source);
  if (remote === undefined) return ` on ${hostName}`;
  return `${remote === 'github' ? ' of' : ' on'} ${originID.slice(`${remote} `.length)}`;
}
