import { diffLogs } from '@overdue/domain/logs/log-diff.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { findIncident } from './details.ts';
import { listIncidentFailures } from './failures.ts';
import { findEarlierSuccess, findFailedLog, logComparison, writeLoggedRun } from './log.ts';
import { incidentParams } from './schema.ts';

const compareLogs = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/{incidentID}/comparison/',
  operationID: 'compareIncidentLogs',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Compare with the last successful run',
  description:
    'Compares the log of the last failed run of the incident with the log of the last successful run before that run.',
  permission: 'read',
  params: incidentParams,
  responses: success(200, 'The comparison.', { comparison: logComparison }),
  errors: ['not_found'],
  async handle(request, parts) {
    const { store } = parts;
    const record = await findIncident(request, parts);
    const failed = await findFailedLog(store, record, await listIncidentFailures(store, record));
    const succeeded = failed === null ? null : await findEarlierSuccess(store, record.monitorID, failed.run);
    const diff =
      failed === null || succeeded === null
        ? ({ outcome: 'no_log', lines: [], isCut: false } as const)
        : diffLogs(succeeded.text, failed.text);
    return respond(200, {
      comparison: {
        failed: failed === null ? null : writeLoggedRun(failed),
        succeeded: succeeded === null ? null : writeLoggedRun(succeeded),
        ...diff,
      },
    });
  },
});

export const INCIDENT_COMPARISON_ENDPOINTS = [compareLogs];
