import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { success } from '../../api/responses.ts';
import { monitorParams } from '../../api/schemas.ts';
import { findMonitor, respondMonitor } from '../find-monitor.ts';
import { monitor } from '../schema.ts';

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
