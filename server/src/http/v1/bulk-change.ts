import type { MonitorAlerting } from '../../domain/alerting/settings.ts';
import type { Input, MonitorDetails, MonitorRecord } from '../../store/store.ts';
import { TAGS_MAX } from './monitor-input.ts';

/** What is changed of many monitors at once; a move names the project by its ID by now. */
export type BulkEdit = { readonly type: 'pause' } | { readonly type: 'resume' } | DetailsAction;

type DetailsAction =
  | { readonly type: 'mute'; readonly until: number | null }
  | { readonly type: 'tag'; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly type: 'move'; readonly projectID: number };

export type BulkAction = { readonly type: 'delete' } | BulkEdit;

/** What an action means for one monitor: an input for the store, null when it is so already, or why it can't be, in words. */
export function bulkInput(record: MonitorRecord, action: BulkEdit, at: number): Input | null | string {
  const { id: monitorID, rules, state, details } = record;
  if (action.type === 'pause' || action.type === 'resume') {
    if (state.paused === (action.type === 'pause')) return null;
    return { monitorID, command: { kind: action.type, at } };
  }
  const edited = editDetails(details, action);
  if (typeof edited === 'string' || edited === null) return edited;
  return { monitorID, command: { kind: 'edit', at, rules }, details: edited };
}

function editDetails(details: MonitorDetails, action: DetailsAction): MonitorDetails | null | string {
  switch (action.type) {
    case 'mute':
      return details.alerting.mutedUntil === action.until
        ? null
        : { ...details, alerting: muted(details.alerting, action.until) };
    case 'move':
      return details.projectID === action.projectID ? null : { ...details, projectID: action.projectID };
    case 'tag': {
      const kept = details.tags.filter((tag) => !action.remove.includes(tag));
      const tags = [...new Set([...kept, ...action.add])];
      if (tags.length > TAGS_MAX) return `It would have more than ${TAGS_MAX} tags. Remove some first.`;
      const isSame = tags.length === details.tags.length && tags.every((tag) => details.tags.includes(tag));
      return isSame ? null : { ...details, tags };
    }
  }
}

function muted(alerting: MonitorAlerting, mutedUntil: number | null): MonitorAlerting {
  return { ...alerting, mutedUntil };
}
