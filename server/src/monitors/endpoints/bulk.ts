import type { Access } from '@overdue/domain/access/access.ts';
import type { MonitorAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import { chunks } from '@overdue/domain/chunks.ts';
import { AppError } from '@overdue/domain/error.ts';
import { TAGS_MAX } from '@overdue/domain/monitor/limits.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { replanAndWake } from '../../api/replan-team.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { timeInput } from '../../api/schemas.ts';
import type { FindReference } from '../../database/edits.ts';
import type { ApplyOutcome, MonitorDetails, MonitorEdit, MonitorRecord } from '../../database/records.ts';
import { findProject, projectNotFoundError } from '../../projects/endpoints/find-project.ts';
import { monitorsWithin } from '../find-monitor.ts';
import { tags } from '../settings/detail-fields.ts';

const MONITORS_MAX = 1000;
/** Monitors changed or deleted per transaction. A ping waits for one such transaction at most. */
const EDITED_AT_ONCE = 250;
const DELETED_AT_ONCE = 10;

const NO_MONITOR = 'There is no such monitor.';

const action = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.enum(['pause', 'resume']) }),
    z.strictObject({ type: z.literal('delete') }),
    z.strictObject({
      type: z.literal('mute'),
      until: timeInput
        .nullable()
        .meta({ description: 'End of the mute; null unmutes.', example: '2026-11-21T18:00:00Z' }),
    }),
    z.strictObject({
      type: z.literal('tag'),
      add: tags.default([]).meta({ description: 'Tags to add.', example: ['prod'] }),
      remove: tags.default([]).meta({ description: 'Tags to remove.', example: ['test'] }),
    }),
    z.strictObject({
      type: z.literal('move'),
      projectShortID: z
        .string()
        .meta({ description: 'Project to move the monitors to.', example: 'p7w4nc2h9t' }),
    }),
  ])
  .meta({ id: 'BulkAction', example: { type: 'tag', add: ['prod'], remove: [] } });

const bulkBody = z
  .strictObject({
    monitors: z
      .array(z.string())
      .min(1)
      .max(MONITORS_MAX)
      .transform((shortIDs) => [...new Set(shortIDs)])
      .meta({ description: `The \`shortID\`s of 1 to ${MONITORS_MAX} monitors.`, example: ['k3v9x2mq7d'] }),
    action,
  })
  .meta({ id: 'BulkInput' });

const result = z
  .object({
    shortID: z.string().meta({ description: '`shortID` of the monitor.', example: 'k3v9x2mq7d' }),
    done: z.boolean().meta({ description: 'Whether the monitor is now as requested.', example: true }),
    message: z.string().meta({ description: 'Why the monitor was not changed; empty if done.', example: '' }),
  })
  .meta({ id: 'BulkResult' });

const changeMonitors = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/monitors/bulk/',
  operationID: 'changeMonitors',
  allowsProjectTokens: true,
  tag: 'Monitors',
  summary: 'Change many monitors',
  description:
    `Pauses, resumes, mutes, tags, moves or deletes up to ${MONITORS_MAX} monitors. Each monitor succeeds or fails separately, and ` +
    '`results` has one entry for each, in the order of the request. A monitor that is already as requested counts as done.',
  permission: 'write',
  body: bulkBody,
  bodyExample: { monitors: ['k3v9x2mq7d', 'f8w2nc5h9t'], action: { type: 'tag', add: ['prod'] } },
  responses: success(200, 'The result for each monitor.', { results: z.array(result) }),
  errors: ['not_found'],
  async handle({ access, body, audit }, parts) {
    const { action } = body;
    if (action.type === 'move') await findProject(access, action.projectShortID, parts.store);
    const monitors = await monitorsWithin(access, { shortIDs: body.monitors }, parts);
    const messages =
      action.type === 'delete'
        ? await deleteAll(monitors, parts)
        : await editAll(access, monitors, { action, parts });
    const results = body.monitors.map((shortID) => {
      const message = messages.get(shortID) ?? NO_MONITOR;
      return { shortID, done: message === '', message };
    });
    const done = results.filter((candidate) => candidate.done).map(({ shortID }) => shortID);
    audit({ target: null, details: { action: action.type, monitors: done } });
    return respond(200, { results });
  },
});

export const BULK_ENDPOINTS = [changeMonitors];

/** Error messages by short ID; an empty message means success. */
type Messages = ReadonlyMap<string, string>;

async function deleteAll(monitors: readonly MonitorRecord[], { store, clock }: V1Parts): Promise<Messages> {
  const messages = new Map<string, string>();
  for (const chunk of chunks(monitors, DELETED_AT_ONCE)) {
    const ids = chunk.map(({ id }) => id);
    const deleted = new Set(await store.deleteMonitors(ids, clock.now()));
    for (const { id, shortID } of chunk) messages.set(shortID, deleted.has(id) ? '' : NO_MONITOR);
  }
  return messages;
}

async function editAll(
  access: Access,
  monitors: readonly MonitorRecord[],
  { action, parts }: { readonly action: BulkEdit; readonly parts: V1Parts },
): Promise<Messages> {
  const messages = new Map<string, string>();
  for (const chunk of chunks(monitors, EDITED_AT_ONCE)) {
    const at = parts.clock.now();
    const applied = await parts.store.apply(chunk.map((record) => bulkEdit(record, action, at)));
    chunk.forEach(({ shortID }, index) => void messages.set(shortID, messageOf(applied[index])));
  }
  if (action.type === 'mute') await replanAndWake(access.teamID, parts);
  parts.wakeWatchdog();
  return messages;
}

function messageOf(applied: ApplyOutcome | undefined): string {
  if (applied?.outcome === 'applied') return '';
  if (applied?.outcome === 'gone') return NO_MONITOR;
  const error = applied?.outcome === 'failed' ? applied.error : null;
  return error instanceof AppError ? error.message : "The monitor couldn't be changed. Try again.";
}

type BulkEdit = { readonly type: 'pause' } | { readonly type: 'resume' } | DetailsAction;

type DetailsAction =
  | { readonly type: 'mute'; readonly until: number | null }
  | { readonly type: 'tag'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly type: 'move'; readonly projectShortID: string };

/** Creates the edit of one monitor. The edit throws if the action can't be applied to that monitor. */
function bulkEdit(
  { id: monitorID, teamID }: Pick<MonitorRecord, 'id' | 'teamID'>,
  action: BulkEdit,
  at: number,
): MonitorEdit {
  return {
    monitorID,
    teamID,
    at,
    references: action.type === 'move' ? [{ kind: 'project', shortID: action.projectShortID }] : [],
    merge({ rules, state, details }, find) {
      if (action.type === 'pause' || action.type === 'resume')
        return state.paused === (action.type === 'pause') ? null : { command: { kind: action.type, at } };
      const edited = editDetails(details, action, find);
      return edited === null ? null : { command: { kind: 'edit', at, rules }, details: edited };
    },
  };
}

function editDetails(
  details: MonitorDetails,
  action: DetailsAction,
  find: FindReference,
): MonitorDetails | null {
  switch (action.type) {
    case 'mute':
      return details.alerting.mutedUntil === action.until
        ? null
        : { ...details, alerting: withMute(details.alerting, action.until) };
    case 'move': {
      const projectID = find({ kind: 'project', shortID: action.projectShortID });
      if (projectID === null) throw projectNotFoundError();
      return details.projectID === projectID ? null : { ...details, projectID };
    }
    case 'tag': {
      const kept = details.tags.filter((tag) => !action.remove.includes(tag));
      const tags = [...new Set([...kept, ...action.add])];
      if (tags.length > TAGS_MAX)
        throw new AppError(
          'conflict',
          `The monitor would have more than ${TAGS_MAX} tags. Remove some first.`,
        );
      const isSame = tags.length === details.tags.length && tags.every((tag) => details.tags.includes(tag));
      return isSame ? null : { ...details, tags };
    }
  }
}

function withMute(alerting: MonitorAlerting, mutedUntil: number | null): MonitorAlerting {
  return { ...alerting, mutedUntil };
}
