import type { z } from 'zod';
import type { Access } from '../../../domain/access/access.ts';
import { coversProject } from '../../../domain/access/team-security.ts';
import { AppError } from '../../../domain/error.ts';
import type { IncidentFilter, IncidentRecord } from '../../../store/alerts/contract.ts';
import { answer } from '../api/answer.ts';
import type { Checked, V1Parts } from '../api/endpoint.ts';
import type { incidentParams } from '../api/schemas.ts';
import { writeRun } from '../runs/run-schema.ts';
import { writeIncident, writeNote } from './incident-schema.ts';

export const FAILURES_MAX = 100;

export const RELATED_MS = 5 * 60_000;

export const RELATED_MAX = 100;

export type AboutIncident = Pick<
  Checked<z.output<typeof incidentParams>, unknown, unknown>,
  'access' | 'params'
>;

export async function findIncident(
  { access, params }: AboutIncident,
  { store }: Pick<V1Parts, 'store'>,
): Promise<IncidentRecord> {
  const [incident] = await store.listIncidents(access.teamID, { incidentID: params.incidentID, limit: 1 });
  if (incident === undefined || !coversProject(access, incident.monitor.projectShortID))
    throw new AppError('not_found', 'There is no such incident.');
  return incident;
}

export function projectFilter({ projects }: Access): Pick<IncidentFilter, 'projects'> {
  return projects === null ? {} : { projects };
}

export async function readWhole(request: AboutIncident, { store }: Pick<V1Parts, 'store'>) {
  const record = await findIncident(request, { store });
  const { id, teamID, openedAt } = record;
  const neighbours = await store.listIncidents(teamID, {
    openedFrom: openedAt - RELATED_MS,
    openedTo: openedAt + RELATED_MS,
    ...projectFilter(request.access),
    limit: RELATED_MAX + 1,
  });
  return {
    record,
    failures: await store.listFailures(record, FAILURES_MAX),
    notes: await store.listNotes(id),
    related: neighbours.filter((other) => other.id !== id).slice(0, RELATED_MAX),
  };
}

export async function answerIncident(request: AboutIncident, parts: V1Parts): Promise<Response> {
  const { record, failures, notes, related } = await readWhole(request, parts);
  const now = parts.clock.now();
  return answer(200, {
    incident: {
      ...writeIncident(record, now),
      failures: failures.map(writeRun),
      notes: notes.map(writeNote),
      related: related.map((other) => writeIncident(other, now)),
    },
  });
}

/** Returns the member's name, or the email if there is no name. */
export async function nameOf(
  { access }: Pick<AboutIncident, 'access'>,
  { store }: Pick<V1Parts, 'store'>,
): Promise<string> {
  const [member] = await store.listMembers({ teamID: access.teamID, memberID: access.memberID });
  return member?.name.trim() || (member?.email ?? '');
}
