import { statusAt } from '../../domain/monitor.ts';
import type { MonitorRecord } from '../../store/records.ts';
import { answerText } from '../v1/api/answer.ts';
import { answerYAML } from './answer-yaml.ts';
import type { CronitorHandler, CronitorRequest } from './cronitor-request.ts';
import { listOfProject, requireByKey } from './find-monitors.ts';
import { exportCronitorMonitor, writeCronitorMonitor } from './monitor-json.ts';

const PAGE_SIZE_DEFAULT = 50;
const PAGE_SIZE_MAX = 1000;

export const readMonitor: CronitorHandler = async ({ context, key, view }, parts) => {
  const name = context.req.param('key') ?? '';
  const record = await requireByKey(key, parts, name);
  return answerText(200, JSON.stringify(writeCronitorMonitor(record, view)));
};

export const listMonitors: CronitorHandler = async (request, parts) => {
  const { context, key, view } = request;
  const query = (name: string) => context.req.query(name) ?? '';
  const found = sorted((await listOfProject(key, parts)).filter(filterOf(request)), query('sort'));
  const page = Math.max(1, Math.floor(Number(query('page'))) || 1);
  const pageSize = Math.min(
    Math.max(1, Math.floor(Number(query('pageSize'))) || PAGE_SIZE_DEFAULT),
    PAGE_SIZE_MAX,
  );
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  if (query('format') === 'yaml' || context.req.path.endsWith('.yaml'))
    return answerYAML(
      Object.fromEntries(shown.map((record) => [record.details.slug, exportCronitorMonitor(record, view)])),
    );
  const monitors = shown.map((record) => writeCronitorMonitor(record, view));
  const total = found.length;
  return answerText(
    200,
    JSON.stringify({
      monitors,
      page,
      page_size: pageSize,
      total_monitor_count: total,
      page_info: { page, pageSize, totalMonitorCount: total },
    }),
  );
};

/** Filters are combined with "and"; the values of one are separated by commas and combined with "or". */
function filterOf({ context, view }: CronitorRequest): (record: MonitorRecord) => boolean {
  const listed = (name: string) => (context.req.query(name) ?? '').split(',').filter((value) => value !== '');
  const [types, tags, groups, states] = ['type', 'tag', 'group', 'state'].map(listed);
  const search = (context.req.query('search') ?? '').toLowerCase();
  const meets = (wanted: readonly string[] = [], is: (value: string) => boolean) =>
    wanted.length === 0 || wanted.some(is);
  return ({ details, state }) =>
    meets(types, (type) => type === 'job') &&
    meets(tags, (tag) => details.tags.includes(tag)) &&
    meets(groups, (group) => details.tags.includes(group)) &&
    meets(states, (name) => name === stateName(statusAt(state, view.now))) &&
    (details.name.toLowerCase().includes(search) || details.slug.includes(search));
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
