import type { FieldProblem } from '@overdue/sdk';
import { useEffect, useMemo, useState } from 'react';
import type { Draft } from './draft.ts';
import { draftProblems } from './draft-input.ts';
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts';

export interface Editor {
  readonly draft: Draft;
  /** What it was before anything was typed. */
  readonly base: Draft;
  readonly isChanged: boolean;
  /** It was typed before a reload, and brought back. */
  readonly wasKept: boolean;
  change(change: Partial<Draft>): void;
  /** The field was left: from now on its problems are shown. */
  touch(path: string): void;
  /** The form was sent: all problems are shown. */
  touchAll(): void;
  /** What is wrong with a field, once it is time to say so. */
  problem(path: string): string | undefined;
  /** Everything that is known to be wrong, shown or not. */
  readonly problems: readonly FieldProblem[];
  /** What the service had against the draft. It stands until the draft is changed. */
  refuse(fields: readonly FieldProblem[]): void;
  /** Back to how it was. */
  reset(): void;
  /** It is saved: nothing of it is kept. */
  done(): void;
}

/**
 * The state of the form.
 *
 * @param place where the draft is kept: one for each thing that is edited
 * @param asked what the service has said of the schedule while it was typed
 */
export function useEditor(base: Draft, place: string, asked: readonly FieldProblem[]): Editor {
  const [kept] = useState(() => keptDraft(place, base));
  const [draft, setDraft] = useState<Draft>(kept ?? base);
  const [wasKept, setKept] = useState(kept !== null && !isSame(kept, base));
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set());
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const isChanged = !isSame(draft, base);

  useEffect(() => {
    if (isChanged) keepDraft(place, draft);
    else dropDraft(place);
  }, [place, draft, isChanged]);

  const problems = useMemo(() => {
    const own = draftProblems(draft);
    const known = new Set(own.map(({ path }) => path));
    return [...own, ...[...asked, ...refused].filter(({ path }) => !known.has(path))];
  }, [draft, asked, refused]);

  return {
    draft,
    base,
    isChanged,
    wasKept,
    change(change) {
      setDraft((before) => ({ ...before, ...change }));
      setRefused([]);
    },
    touch: (path) => setTouched((before) => (before === 'all' ? before : new Set([...before, path]))),
    touchAll: () => setTouched('all'),
    problem(path) {
      if (touched !== 'all' && !touched.has(path)) return undefined;
      // A problem of one entry of a list is told beside the list.
      return problems.find((each) => each.path === path || each.path.startsWith(`${path}.`))?.message;
    },
    problems,
    refuse: setRefused,
    reset() {
      setDraft(base);
      setKept(false);
      setTouched(new Set());
      setRefused([]);
    },
    done: () => dropDraft(place),
  };
}

function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
