import { respondPieces } from '../../api/respond.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { readProjectMonitors } from '../../monitors/find-monitor.ts';
import { listView, respondCheck } from './check-view.ts';
import { readLastDurations } from './last-durations.ts';
import type { ManagementRoute } from './management-request.ts';
import { checkNotFoundError, findCheck, findCheckToChange } from './project-checks.ts';

const START = Buffer.from('{"checks": [');
const END = Buffer.from(']}');
const COMMA = Buffer.from(',');

const listChecks: ManagementRoute = {
  method: 'GET',
  path: '/checks',
  allowsReadKey: true,
  action: null,
  async respond(request, parts) {
    const { store, checkTexts } = parts;
    const { tags, slug } = readFilter(request.context.req.url);
    const isWanted = ({ details }: MonitorRecord) =>
      tags.every((tag) => details.tags.includes(tag)) && (slug === '' || details.slug === slug);
    const isFiltered = tags.length > 0 || slug !== '';
    const view = await listView(request, parts);
    const pieces: Buffer[] = [];
    for await (const chunk of readProjectMonitors(request.key, store)) {
      const shown = isFiltered ? chunk.filter((listed) => isWanted(listed.read())) : chunk;
      if (shown.length === 0) continue;
      const texts = await checkTexts(shown, view, (ids) => readLastDurations(store, ids));
      pieces.push(...(pieces.length > 0 ? [COMMA] : []), Buffer.from(texts.join(',')));
    }
    return respondPieces([START, ...pieces, END], {});
  },
};

function readFilter(url: string): { readonly tags: readonly string[]; readonly slug: string } {
  const query = new URL(url).searchParams;
  return { tags: [...new Set(query.getAll('tag'))], slug: query.get('slug') ?? '' };
}

const readCheck: ManagementRoute = {
  method: 'GET',
  path: '/checks/:id',
  allowsReadKey: true,
  action: null,
  async respond(request, parts) {
    const record = await findCheck(request.key, parts.store, request.id);
    return respondCheck(record, { reader: request, parts });
  },
};

const deleteCheck: ManagementRoute = {
  method: 'DELETE',
  path: '/checks/:id',
  allowsReadKey: false,
  action: 'monitor.delete',
  async respond(request, parts) {
    const { store, clock, live } = parts;
    const record = await findCheckToChange(request.key, store, request.id);
    const response = await respondCheck(record, { reader: request, parts });
    const deleted = await store.deleteMonitors([record.id], clock.now());
    if (deleted.length === 0) throw checkNotFoundError();
    live.monitorDeleted(record.teamID, record.shortID);
    request.auditChange(record);
    return response;
  },
};

export const CHECK_ROUTES = [listChecks, readCheck, deleteCheck];
