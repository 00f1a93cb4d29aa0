import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery, pageRangeOf } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { monitorParams, nextCursor } from '../../api/schemas.ts';
import { findMonitor } from '../../monitors/find-monitor.ts';
import { run, writeRun } from './run-schema.ts';

const listRuns = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/runs/',
  operationID: 'listRuns',
  allowsProjectTokens: true,
  tag: 'History',
  summary: "List a monitor's runs",
  description:
    'One entry for each expected run and for each run outside the schedule. Newest first, sorted by when they became ' +
    'known.',
  permission: 'read',
  params: monitorParams,
  query: pageQuery,
  responses: success(200, 'The runs.', { runs: z.array(run), nextCursor }),
  errors: ['not_found', 'invalid'],
  async handle(request, parts) {
    const { id } = await findMonitor(request, parts);
    const runs = await parts.store.listRuns(id, pageRangeOf('runs', request.query));
    const page = pageOf('runs', { rows: runs, limit: request.query.limit, position: ({ seq }) => seq });
    return respond(200, { runs: page.rows.map(writeRun), nextCursor: page.nextCursor });
  },
});

export const RUN_ENDPOINTS = [listRuns];
