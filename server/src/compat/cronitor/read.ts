import { statusAt } from '@overdue/domain/monitor/state.ts';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { respondText } from '../../api/respond.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { CronitorRequest, RespondCronitor } from './cronitor-request.ts';
import { respondYAML } from './cronitor-request.ts';
import { listOfProject, requireByKey } from './find-monitors.ts';
import { cronitorKeyOf, exportCronitorMonitor, writeCronitorMonitor } from './monitor-json.ts';

const PAGE_SIZE_DEFAULT = 50;
const PAGE_SIZE_MAX = 1000;

export const readMonitor: RespondCronitor = async ({ context, projectKey, view }, parts) => {
  const name = context.req.param('key') ?? '';
  const record = await requireByKey(projectKey, parts, name);
  return respondText(200, JSON.stringify(writeCronitorMonitor(record, view)));
};

export const listMonitors: RespondCronitor = (request, parts) => {
  const query = (name: string) => request.context.req.query(name) ?? '';
  const listed = (name: string) =>
    query(name)
      .split(',')
      .filter((value) => value !== '');
  return respondList(request, parts, {
    types: listed('type'),
    tags: listed('tag'),
    groups: listed('group'),
    states: listed('state'),
    text: query('search'),
  });
};

const SCOPED = /^(job|check|heartbeat|site|group|tag|ungrouped):(.*)$/;

/** Searches names and slugs. A prefix such as `tag:` restricts the search. */
export const searchMonitors: RespondCronitor = (request, parts) => {
  const query = (request.context.req.query('query') ?? '').trim();
  const [, scope = '', text = query] = SCOPED.exec(query) ?? [];
  const value = text.trim();
  const isTag = scope === 'tag' || scope === 'group';
  return respondList(request, parts, {
    types: scope === '' || isTag || scope === 'ungrouped' ? [] : [scope],
    tags: isTag ? [value] : [],
    groups: [],
    states: [],
    text: isTag ? '' : value,
  });
};

async function respondList(
  request: CronitorRequest,
  parts: KeyedDependencies,
  criteria: Criteria,
): Promise<Response> {
  const { context, projectKey, view } = request;
  const query = (name: string) => context.req.query(name) ?? '';
  const isWanted = filterOf(criteria, view.now);
  const matching = sorted((await listOfProject(projectKey, parts)).filter(isWanted), query('sort'));
  const page = Math.max(1, Math.floor(Number(query('page'))) || 1);
  const pageSize = Math.min(
    Math.max(1, Math.floor(Number(query('pageSize'))) || PAGE_SIZE_DEFAULT),
    PAGE_SIZE_MAX,
  );
  const shown = matching.slice((page - 1) * pageSize, page * pageSize);
  if (query('format') === 'yaml' || context.req.path.endsWith('.yaml'))
    return respondYAML(
      Object.fromEntries(
        shown.map((record) => [cronitorKeyOf(record, view), exportCronitorMonitor(record, view)]),
      ),
    );
  const monitors = shown.map((record) => writeCronitorMonitor(record, view));
  const total = matching.length;
  return respondText(
    200,
    JSON.stringify({
      monitors,
      page,
      page_size: pageSize,
      total_monitor_count: total,
      page_info: { page, pageSize, totalMonitorCount: total },
    }),
  );
}

/** Filter for monitors. A monitor must match every field, and at least one value of each list. Empty lists match all monitors. */
interface Criteria {
  readonly types: readonly string[];
  readonly tags: readonly string[];
  /** Groups, which are tags here. */
  readonly groups: readonly string[];
  readonly states: readonly string[];
  /** Text to find in the name or the slug, ignoring case. */
  readonly text: string;
}

function filterOf(
  { types, tags, groups, states, text }: Criteria,
  now: number,
): (record: MonitorRecord) => boolean {
  const wanted = text.toLowerCase();
  const meets = (values: readonly string[], is: (value: string) => boolean) =>
    values.length === 0 || values.some(is);
  return (record) =>
    meets(types, (type) => type === 'job') &&
    meets(tags, (tag) => record.details.tags.includes(tag)) &&
    meets(groups, (group) => record.details.tags.includes(group)) &&
    meets(states, (name) => name === stateName(statusAt(record, now))) &&
    (record.details.name.toLowerCase().includes(wanted) || record.details.slug.includes(wanted));
}

function stateName(status: ReturnType<typeof statusAt>): string {
  if (status === 'paused') return 'paused';
  return status === 'down' || status === 'failing' ? 'failing' : 'passing';
}

function sorted(records: readonly MonitorRecord[], order: string): readonly MonitorRecord[] {
  const byName = (a: MonitorRecord, b: MonitorRecord) => a.details.name.localeCompare(b.details.name);
  switch (order) {
    case 'name':
      return records.toSorted(byName);
    case '-name':
      return records.toSorted((a, b) => byName(b, a));
    case '-created':
      return records.toReversed();
    default:
      return records;
  }
}
