import { useState } from 'react';
import type { Conflict } from '../data/merged-edit.ts';
import type { Choice } from '../data/merged-save.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { words } from '../words/merge.ts';

interface MergeDialogProps {
  readonly conflicts: readonly Conflict[];
  readonly onEnd: (choice: Choice | null) => void;
}

/** Shows both values of each field that two people have changed, and lets the person choose. */
export function MergeDialog({ conflicts, onEnd }: MergeDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  function choose(path: string, isTheirs: boolean): void {
    const next = new Set(theirs);
    if (isTheirs) next.add(path);
    else next.delete(path);
    setTheirs(next);
  }
  return (
    <FormDialog
      wide
      onClose={() => onEnd(null)}
      title={words.title}
      description={words.text}
      action={words.save}
      onSubmit={() => onEnd({ theirs: [...theirs] })}
    >
      {conflicts.map((conflict) => (
        <fieldset key={conflict.path} className="min-w-0">
          <legend className="pb-1.5 font-medium">{words.field(conflict.path)}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            <Value
              conflict={conflict}
              side="yours"
              checked={!theirs.has(conflict.path)}
              onChoose={() => choose(conflict.path, false)}
            />
            <Value
              conflict={conflict}
              side="theirs"
              checked={theirs.has(conflict.path)}
              onChoose={() => choose(conflict.path, true)}
            />
          </div>
        </fieldset>
      ))}
    </FormDialog>
  );
}

interface ValueProps {
  readonly conflict: Conflict;
  readonly side: 'yours' | 'theirs';
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Value({ conflict, side, checked, onChoose }: ValueProps) {
  return (
    <label className="flex min-h-10 min-w-0 items-start gap-2 rounded-md border border-line p-3 has-checked:border-accent">
      <input
        type="radio"
        name={`merge ${conflict.path}`}
        value={side}
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="block text-xs text-soft">{words[side]}</span>
        <span className="block max-h-40 overflow-y-auto whitespace-pre-wrap break-words">
          {written(conflict[side])}
        </span>
      </span>
    </label>
  );
}

function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.length === 0 ? words.empty : value.map(written).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
