import type { MonitorAlerting } from '@overdue/domain/alerting/alert-settings.ts';
import { AppError } from '@overdue/domain/error.ts';
import { TAGS_MAX } from '@overdue/domain/monitor-limits.ts';
import type { FindReference } from '../../database/edits.ts';
import type { MonitorDetails, MonitorEdit, MonitorRecord } from '../../database/records.ts';
import { projectNotFoundError } from '../../projects/endpoints/find-project.ts';

export type BulkEdit = { readonly type: 'pause' } | { readonly type: 'resume' } | DetailsAction;

type DetailsAction =
  | { readonly type: 'mute'; readonly until: number | null }
  | { readonly type: 'tag'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly type: 'move'; readonly projectShortID: string };

/** Creates the edit of one monitor. The edit throws if the action can't be applied to that monitor. */
export function bulkEdit(
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
