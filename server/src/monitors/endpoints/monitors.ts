import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { requireExpectedRevision } from '../../api/precondition.ts';
import { success } from '../../api/responses.ts';
import { projectForNew } from '../../projects/endpoints/find-project.ts';
import {
  findMonitor,
  monitorNotFoundError,
  monitorParams,
  respondMonitor,
  withCurrentMonitor,
} from '../find-monitor.ts';
import { createMonitorFrom, pingIDRefusedError } from '../new-monitor.ts';
import { monitor } from '../schema.ts';
import { createMonitorBody } from '../settings/input.ts';

const createMonitor = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/monitors/',
  operationID: 'createMonitor',
  allowsProjectTokens: true,
  tag: 'Monitors',
  summary: 'Create a monitor',
  description:
    'Only `name` is required. Without a schedule, Overdue expects a run every day with one hour of grace. The first run is ' +
    'expected after the first ping. Unknown fields are refused.',
  permission: 'write',
  body: createMonitorBody,
  bodyExample: {
    name: 'pg-dump prod',
    schedule: { cron: '0 2 * * 1-5', timezone: 'Europe/Riga', graceDuration: 3600 },
    tags: ['prod', 'db'],
  },
  responses: success(201, 'The new monitor.', { monitor }),
  etag: 'sent',
  errors: ['allowance_used_up', 'not_found'],
  async handle(request, parts) {
    const { access, body, context } = request;
    const pingID = body.pingID === undefined ? null : normalizePingID(body.pingID);
    const chosenBy = { teamID: access.teamID, address: parts.remoteAddress(context) };
    if (pingID !== null && !parts.chosenPingIDs.mayTry(pingID, chosenBy)) throw pingIDRefusedError();
    const project = await projectForNew(access, body.projectShortID ?? null, parts.store);
    const record = await createMonitorFrom(body, { teamID: access.teamID, projectID: project.id }, parts);
    return respondMonitor(record, { request, parts, status: 201 });
  },
});

const readMonitor = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/',
  operationID: 'readMonitor',
  allowsProjectTokens: true,
  tag: 'Monitors',
  summary: 'Read a monitor',
  description: 'One monitor as it is now.',
  permission: 'read',
  params: monitorParams,
  responses: success(200, 'The monitor.', { monitor }),
  etag: 'sent',
  errors: ['not_found'],
  async handle(request, parts) {
    return respondMonitor(await findMonitor(request, parts), { request, parts });
  },
});

const deleteMonitor = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/monitors/{shortID}/',
  operationID: 'deleteMonitor',
  allowsProjectTokens: true,
  tag: 'Monitors',
  summary: 'Delete a monitor',
  description: 'Deletes the monitor with its whole history. Its ping URL then answers 404.',
  permission: 'write',
  params: monitorParams,
  responses: success(200, 'The deleted monitor.', { monitor }),
  etag: 'checked',
  errors: ['not_found'],
  async handle(request, parts) {
    const { store, clock } = parts;
    const { ifMatch } = request;
    return withCurrentMonitor(request, parts, async (record) => {
      const deleted = await store.deleteMonitors([record.id], clock.now(), ({ revision }) =>
        requireExpectedRevision({ ifMatch }, revision),
      );
      if (deleted.length === 0) throw monitorNotFoundError();
      return respondMonitor(record, { request, parts });
    });
  },
});

export const MONITOR_ENDPOINTS = [createMonitor, readMonitor, deleteMonitor];

const dismissNotices = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/monitors/{shortID}/notices/',
  operationID: 'dismissNotices',
  action: 'monitor.dismiss_notices',
  tag: 'Monitors',
  summary: "Dismiss a monitor's notices",
  description:
    'Removes the notices about requests to the ping URL. The next such request creates a new notice. Repeating the request changes nothing.',
  permission: 'write',
  params: monitorParams,
  responses: success(200, 'The monitor without notices.', { monitor }),
  errors: ['not_found'],
  async handle(request, parts) {
    const { teamID, id } = await findMonitor(request, parts);
    await parts.store.changePingNotices({ kind: 'dismiss', monitor: { teamID, monitorID: id } });
    return respondMonitor(await findMonitor(request, parts), { request, parts });
  },
});

export const NOTICE_ENDPOINTS = [dismissNotices];
