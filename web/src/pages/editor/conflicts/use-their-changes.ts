import type { Monitor } from '@overdue/sdk';
import { useMemo } from 'react';
import type { Conflict } from '../../../data/edits/merged-edit.ts';
import type { MonitorDraft } from '../draft/draft-fields.ts';
import { type EditBase, storeEditBase } from '../draft/stored-draft.ts';
import { editBaseWithTheirs, findConflicts, withTheirs } from './their-changes.ts';

/** An edit of a monitor that other people may change during the edit. */
export interface SharedEdit {
  readonly start: EditBase;
  /** The latest version of the monitor. */
  readonly current: Monitor;
  readonly onStartChange: (start: EditBase) => void;
}

export interface TheirChange {
  readonly conflict: Conflict;
  readonly current: Monitor;
  /** Keeps the user's value. Saving the form overwrites the other user's value. */
  keep(): void;
  /** Replaces the user's value with the other user's value. */
  take(): void;
}

/**
 * Returns a function that finds another user's conflicting change of a field. The function returns undefined if there is no
 * conflict.
 */
export function useTheirChanges(
  edit: SharedEdit | undefined,
  draft: MonitorDraft,
  change: (change: Partial<MonitorDraft>) => void,
): (path: string) => TheirChange | undefined {
  const { start, current } = edit ?? {};
  const conflicts = useMemo(
    () => (start === undefined || current === undefined ? [] : findConflicts(start, draft, current)),
    [start, current, draft],
  );
  return (path) => {
    const conflict = conflicts.find((candidate) => candidate.path === path);
    if (conflict === undefined || edit === undefined) return undefined;
    const resolve = (): void => {
      const next = editBaseWithTheirs(edit.start, edit.current, path);
      storeEditBase(edit.current.shortID, next);
      edit.onStartChange(next);
    };
    return {
      conflict,
      current: edit.current,
      keep: resolve,
      take() {
        resolve();
        change(withTheirs(draft, edit.current, path));
      },
    };
  };
}
