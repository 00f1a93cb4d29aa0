import type { Inputs } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allOf, allPages, type Page } from '../page.ts';
import type { MonitorHistory, MonitorQuery, MonitorsAPI } from './monitors-api.ts';
import { upsertMonitor } from './upsert.ts';

const NOT_MODIFIED = 304;

export function monitorsAPI({ call, send, read }: Caller): MonitorsAPI {
  const list: MonitorsAPI['list'] = async (query, options) => {
    const received = await send('listMonitors', { query: queryOf(query) }, options);
    return { ...read('listMonitors', received), etag: received.headers.get('ETag') };
  };

  const api: Omit<MonitorsAPI, 'upsert'> = {
    list,
    async listIfChanged(etag, query, options) {
      const headers = { 'If-None-Match': etag };
      const received = await send('listMonitors', { query: queryOf(query), headers }, options);
      if (received.status === NOT_MODIFIED) return null;
      return { ...read('listMonitors', received), etag: received.headers.get('ETag') };
    },
    rows: (query, options) => call('listMonitorRows', { query: queryOf(query) }, options),
    all: allPages(list, ({ monitors }) => monitors),
    create: async (body, options) => (await call('createMonitor', { body }, options)).monitor,
    get: async (shortID, options) => (await call('readMonitor', { params: { shortID } }, options)).monitor,
    update: async (shortID, body, options) =>
      (await call('editMonitor', { params: { shortID }, body }, options)).monitor,
    delete: async (shortID, options) =>
      (await call('deleteMonitor', { params: { shortID } }, options)).monitor,
    pause: async (shortID, options) => (await call('pauseMonitor', { params: { shortID } }, options)).monitor,
    resume: async (shortID, options) =>
      (await call('resumeMonitor', { params: { shortID } }, options)).monitor,
    dismissNotices: async (shortID, options) =>
      (await call('dismissNotices', { params: { shortID } }, options)).monitor,
    forwarding: async (shortID, options) =>
      (await call('readForwarding', { params: { shortID } }, options)).forwarding,
    bulk: async (monitors, action, options) =>
      (await call('changeMonitors', { body: { monitors, action } }, options)).results,
    events: historyOf(
      (input, options) => call('listEvents', input, options),
      ({ events }) => events,
    ),
    async eventBody(shortID, number, options) {
      const { bytes, headers } = await send('readEventBody', { params: { shortID, number } }, options);
      const isText = headers.get('Content-Type')?.startsWith('text/plain') === true;
      return { bytes, text: isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null };
    },
    runs: historyOf(
      (input, options) => call('listRuns', input, options),
      ({ runs }) => runs,
    ),
    statistics: async (shortID, query, options) =>
      (await call('readStatistics', { params: { shortID }, query }, options)).statistics,
    days: (shortID, query, options) => call('listMonitorDays', { params: { shortID }, query }, options),
    transitions: historyOf(
      (input, options) => call('listTransitions', input, options),
      ({ transitions }) => transitions,
    ),
    alerts: async (shortID, transitionID, options) =>
      (await call('readTransitionAlerts', { params: { shortID, transitionID } }, options)).alerts,
  };
  return { ...api, upsert: (input, options) => upsertMonitor(api, input, options) };
}

function historyOf<P extends Page, Item>(
  readPage: (input: Inputs['listRuns'], options?: RequestOptions) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): MonitorHistory<P, Item> {
  const list: MonitorHistory<P, Item>['list'] = (shortID, query, options) =>
    readPage({ params: { shortID }, query }, options);
  return {
    list,
    all: (shortID, query, options) =>
      allOf(query?.cursor, (cursor) => list(shortID, { ...query, cursor }, options), itemsOf),
  };
}

function queryOf({ status, ...query }: MonitorQuery = {}): Inputs['listMonitors']['query'] {
  return { ...query, status: typeof status === 'string' ? status : status?.join(',') };
}
