import type { Input, MonitorRecord } from '../../store/store.ts';
import { success } from './documentation.ts';
import { endpoint, NO_INPUT, type V1Parts } from './endpoint.ts';
import { lookAgain } from './look-again.ts';
import { type EditMonitor, editedDetails, editedRules, editMonitorBody } from './monitor-input.ts';
import { monitor } from './monitor-schema.ts';
import { answerMonitor, findMonitor, noSuchMonitor } from './monitors.ts';
import { namedInAlerting, requireKnown } from './named-things.ts';
import { findProject } from './projects.ts';
import { monitorParams } from './schemas.ts';

const editMonitor = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/monitors/{shortID}/',
  operationID: 'editMonitor',
  tag: 'Monitors',
  summary: 'Change a monitor',
  description:
    'What is left out stays, also within `schedule`. With a new schedule the next run is expected as from now; a change ' +
    'alone never makes a monitor go down.',
  permission: 'write',
  params: monitorParams,
  body: editMonitorBody,
  bodyExample: { schedule: { graceDuration: 1800 }, alertAfterFailures: 2 },
  responses: success(200, 'The monitor after the change.', { monitor }),
  errors: ['not_found'],
  async handle(request, parts) {
    const { id } = await findMonitor(request, parts);
    return parts.inTurn(id, async () => {
      const record = await findMonitor(request, parts);
      await requireKnown(parts.store, request.access.teamID, namedInAlerting(request.body));
      await applyAll(await editInputs(record, request.access.teamID, request.body, parts), parts);
      if (request.body.mutedUntil !== undefined) await lookAgain(request.access.teamID, parts);
      return answerMonitor(await findMonitor(request, parts), { request, parts });
    });
  },
});

/** First the edit, then the switch, so that a monitor which is resumed with a new schedule awaits a run by that. */
async function editInputs(
  record: MonitorRecord,
  teamID: string,
  { paused, projectShortID, ...settings }: EditMonitor,
  { store, clock }: V1Parts,
): Promise<readonly Input[]> {
  const inputs: Input[] = [];
  const monitorID = record.id;
  const projectID =
    projectShortID === undefined
      ? record.details.projectID
      : (await findProject(teamID, projectShortID, store)).id;
  const at = clock.now();
  if (projectID !== record.details.projectID || Object.keys(settings).length > 0) {
    const rules = editedRules(record.rules, settings);
    const details = editedDetails(record.details, settings, projectID);
    inputs.push({ monitorID, command: { kind: 'edit', at, rules }, details });
  }
  if (paused !== undefined) inputs.push({ monitorID, command: { kind: paused ? 'pause' : 'resume', at } });
  return inputs;
}

async function applyAll(inputs: readonly Input[], { store, wake }: V1Parts): Promise<void> {
  if (inputs.length === 0) return;
  for (const applied of await store.apply(inputs)) {
    if (applied.outcome === 'gone') throw noSuchMonitor();
    if (applied.outcome === 'failed')
      throw new Error('A change of a monitor failed.', { cause: applied.error });
  }
  wake();
}

const pauseMonitor = switchEndpoint(
  'pause',
  'Pause a monitor',
  'Pings are still recorded, but nothing is awaited and there is no alert.',
);
const resumeMonitor = switchEndpoint(
  'resume',
  'Resume a monitor',
  'Starts afresh, as if the last expected run had been met.',
);

function switchEndpoint(kind: 'pause' | 'resume', summary: string, description: string) {
  return endpoint({
    ...NO_INPUT,
    method: 'post',
    path: `/v1/monitors/{shortID}/${kind}/`,
    operationID: `${kind}Monitor`,
    tag: 'Monitors',
    summary,
    description: `${description} Doing it twice changes nothing. Takes no body.`,
    permission: 'write',
    params: monitorParams,
    responses: success(200, 'The monitor after the change.', { monitor }),
    errors: ['not_found'],
    async handle(request, parts) {
      const { id } = await findMonitor(request, parts);
      await applyAll([{ monitorID: id, command: { kind, at: parts.clock.now() } }], parts);
      return answerMonitor(await findMonitor(request, parts), { request, parts });
    },
  });
}

export const MONITOR_EDIT_ENDPOINTS = [editMonitor, pauseMonitor, resumeMonitor];
