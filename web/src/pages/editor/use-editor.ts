import type { FieldProblem } from '@overdue/sdk';
import { useEffect, useMemo, useState } from 'react';
import { fieldMessage } from '../../fields/field-names.ts';
import type { SharedEdit, TheirChange } from './conflicts/use-their-changes.ts';
import { useTheirChanges } from './conflicts/use-their-changes.ts';
import type { MonitorDraft } from './draft/draft-fields.ts';
import { draftProblems } from './draft/draft-input.ts';
import { deleteDraft, storeDraft, storedDraft } from './draft/stored-draft.ts';

export interface Editor {
  readonly draft: MonitorDraft;
  readonly base: MonitorDraft;
  readonly isChanged: boolean;
  /** Whether the draft was restored after a reload. */
  readonly wasRestored: boolean;
  change(change: Partial<MonitorDraft>): void;
  /** Shows the field's errors from now on. Call this when the user has left the field. */
  touch(path: string): void;
  /** Shows all errors. Call this when the user submits the form. */
  touchAll(): void;
  problem(path: string): string | undefined;
  /** Returns another user's change that conflicts with the draft; undefined without a conflict. */
  theirs(path: string): TheirChange | undefined;
  /** All known errors, visible or not. */
  readonly problems: readonly FieldProblem[];
  /** Shows the service's errors until the draft changes. */
  refuse(fields: readonly FieldProblem[]): void;
  reset(): void;
  /** Deletes the stored draft after saving. */
  done(): void;
}

interface EditorInput {
  readonly base: MonitorDraft;
  /** Unique per edited resource. */
  readonly draftKey: string;
  /** Schedule errors that the service found while the user typed. */
  readonly scheduleProblems: readonly FieldProblem[];
  /** Undefined for a new monitor. */
  readonly edit: SharedEdit | undefined;
}

export function useEditor({ base, draftKey, scheduleProblems, edit }: EditorInput): Editor {
  const [stored] = useState(() => storedDraft(draftKey, base));
  const [draft, setDraft] = useState<MonitorDraft>(stored ?? base);
  const [wasRestored, setRestored] = useState(stored !== null && !isSame(stored, base));
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set());
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const isChanged = !isSame(draft, base);

  useEffect(() => {
    if (isChanged) storeDraft(draftKey, draft);
    else deleteDraft(draftKey);
  }, [draftKey, draft, isChanged]);

  const problems = useMemo(() => {
    const own = draftProblems(draft);
    const ownPaths = new Set(own.map(({ path }) => path));
    const ofService = [...scheduleProblems, ...refused]
      .filter(({ path }) => !ownPaths.has(path))
      .map(({ path, message }) => ({ path, message: fieldMessage(path, message) }));
    return [...own, ...ofService];
  }, [draft, scheduleProblems, refused]);

  function change(changed: Partial<MonitorDraft>): void {
    setDraft((before) => ({ ...before, ...changed }));
    setRefused([]);
  }

  return {
    draft,
    base,
    isChanged,
    wasRestored,
    change,
    theirs: useTheirChanges(edit, draft, change),
    touch: (path) => setTouched((before) => (before === 'all' ? before : new Set([...before, path]))),
    touchAll: () => setTouched('all'),
    problem(path) {
      if (touched !== 'all' && !touched.has(path)) return undefined;
      // A list also shows the errors of its entries.
      return problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))
        ?.message;
    },
    problems,
    refuse: setRefused,
    reset() {
      setDraft(base);
      setRestored(false);
      setTouched(new Set());
      setRefused([]);
    },
    done: () => deleteDraft(draftKey),
  };
}

function isSame(one: MonitorDraft, other: MonitorDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
