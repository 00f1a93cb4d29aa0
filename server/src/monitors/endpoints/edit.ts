import { isDeepStrictEqual } from 'node:util';
import { coversProject } from '@overdue/domain/access/team-security.ts';
import type { EmptySlug } from '@overdue/domain/ping/slug.ts';
import { summarize } from '@overdue/domain/schedule/summary.ts';
import type { ValidatedTeamRequest } from '../../api/checked-request.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import {
  alertingReferences,
  type RequestedReference,
  requireReferences,
  storedReferences,
} from '../../api/missing-references.ts';
import { requireExpectedRevision } from '../../api/precondition.ts';
import { requireUnchanged } from '../../api/read-only.ts';
import { replanAndWake } from '../../api/replan-team.ts';
import { success } from '../../api/responses.ts';
import { writeTime } from '../../api/times.ts';
import type { MonitorEdit } from '../../database/records.ts';
import { projectNotFoundError } from '../../projects/endpoints/find-project.ts';
import { applyEdit, pauseOrResume } from '../apply-edit.ts';
import { editedTarget } from '../checked-monitor.ts';
import { findMonitor, monitorParams, respondMonitor, withCurrentMonitor } from '../find-monitor.ts';
import { writePingURL } from '../json.ts';
import { MONITOR_READ_ONLY, monitor } from '../schema.ts';
import { type EditMonitor, editedDetails, editedRules, editMonitorBody } from '../settings/input.ts';

const editMonitor = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/monitors/{shortID}/',
  operationID: 'editMonitor',
  allowsProjectTokens: true,
  tag: 'Monitors',
  summary: 'Change a monitor',
  description:
    'Omitted fields keep their value, also within `schedule` and `pingFilter`. A new schedule applies from now on. An edit alone ' +
    'never makes a monitor go down.',
  permission: 'write',
  params: monitorParams,
  body: editMonitorBody,
  bodyExample: { schedule: { graceDuration: 1800 }, alertAfterFailures: 2 },
  responses: success(200, 'The monitor after the change.', { monitor }),
  etag: 'checked',
  errors: ['not_found'],
  async handle(request, parts) {
    const { access, body } = request;
    const { projectShortID } = body;
    if (projectShortID !== undefined && !coversProject(access, projectShortID)) throw projectNotFoundError();
    await withCurrentMonitor(request, parts, async ({ id, shortID, pingID, createdAt, rules }) => {
      const { pingURL, ...fields } = body;
      const shown = {
        shortID,
        kind: rules.kind,
        pingURL: writePingURL(parts.baseURL, pingID),
        createdAt: writeTime(createdAt),
      };
      requireUnchanged({ ...fields, pingURL }, { current: shown, names: ['kind', ...MONITOR_READ_ONLY] });
      if (await applyEdit(buildEdit(request, { id, shortID }, parts), parts)) {
        if (body.mutedUntil !== undefined) await replanAndWake(access.teamID, parts);
      } else request.audit({ isUnchanged: true });
    });
    return respondMonitor(await findMonitor(request, parts), { request, parts });
  },
});

interface EditRequest extends Pick<ValidatedTeamRequest<unknown, unknown, EditMonitor>, 'body' | 'ifMatch'> {
  readonly access: { readonly teamID: string };
  /** Default: `derived`. */
  readonly emptySlug?: EmptySlug;
}

/** Returns the edit that a request asks for. The store merges it with the current settings while the row is locked. */
export function buildEdit(
  { access, body, ifMatch, emptySlug = 'derived' }: EditRequest,
  { id, shortID }: { readonly id: number; readonly shortID: string },
  parts: Pick<V1Parts, 'clock' | 'random' | 'sealedChecks'>,
): MonitorEdit {
  const at = parts.clock.now();
  const { paused, projectShortID, revision, schedule } = body;
  const project: readonly RequestedReference[] =
    projectShortID === undefined
      ? []
      : [{ kind: 'project', path: 'projectShortID', shortID: projectShortID }];
  const alerting = alertingReferences(body);
  return {
    monitorID: id,
    teamID: access.teamID,
    at,
    references: [...alerting, ...project],
    merge({ rules, state, details, revision: current }, find) {
      requireExpectedRevision({ ifMatch, revision }, current);
      requireUnchanged(schedule ?? {}, {
        current: { summary: summarize(rules.schedule) },
        names: ['summary'],
        within: 'schedule.',
      });
      requireReferences(alerting, find, storedReferences(details.alerting));
      const [targetProject] = project;
      const projectID = targetProject === undefined ? details.projectID : find(targetProject);
      if (projectID === null) throw projectNotFoundError();
      const changed = editedRules(rules, body);
      const of = { teamID: access.teamID, rules, details };
      const { schedule: editedSchedule, target } = editedTarget(
        { ...body, schedule: changed.schedule },
        of,
        parts,
      );
      const edited = {
        rules: { ...changed, schedule: editedSchedule },
        details: { ...editedDetails(details, body, { shortID, projectID, emptySlug }), ...target },
        paused: paused ?? state.paused,
      };
      if (isDeepStrictEqual(edited, { rules, details, paused: state.paused })) return null;
      return {
        command: { kind: 'edit', at, rules: edited.rules, paused: edited.paused },
        details: edited.details,
      };
    },
  };
}

const pauseMonitor = pauseOrResumeEndpoint(
  'pause',
  'Pause a monitor',
  'Pings are still recorded, but they are not evaluated and no alerts are sent.',
);
const resumeMonitor = pauseOrResumeEndpoint(
  'resume',
  'Resume a monitor',
  'Restarts the monitor as if the last expected run had been reported.',
);

function pauseOrResumeEndpoint(kind: 'pause' | 'resume', summary: string, description: string) {
  return endpoint({
    ...NO_INPUT,
    method: 'post',
    path: `/v1/monitors/{shortID}/${kind}/`,
    operationID: `${kind}Monitor`,
    allowsProjectTokens: true,
    tag: 'Monitors',
    summary,
    description: `${description} Repeating the request changes nothing. Accepts no body.`,
    permission: 'write',
    params: monitorParams,
    responses: success(200, 'The monitor after the change.', { monitor }),
    etag: 'checked',
    errors: ['not_found'],
    async handle(request, parts) {
      const at = parts.clock.now();
      const { ifMatch, access } = request;
      await withCurrentMonitor(request, parts, ({ id: monitorID }) =>
        applyEdit(
          { monitorID, teamID: access.teamID, at, references: [], merge: pauseOrResume(kind, at, ifMatch) },
          parts,
        ),
      );
      return respondMonitor(await findMonitor(request, parts), { request, parts });
    },
  });
}

export const MONITOR_EDIT_ENDPOINTS = [editMonitor, pauseMonitor, resumeMonitor];
