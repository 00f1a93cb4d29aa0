import { useState } from 'react';
import type { Conflict } from '../../data/edits/merged-edit.ts';
import type { Choice } from '../../data/edits/merged-save.ts';
import { fieldName } from '../../fields/field-names.ts';
import { ownZone } from '../../time/zone.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useNames } from '../use-names.ts';
import { ConflictSchedule } from './conflict-schedule.tsx';
import { type FormatContext, formatValue } from './merge-value.ts';
import { words } from './words.ts';

interface MergeDialogProps {
  readonly conflicts: readonly Conflict[];
  readonly onEnd: (choice: Choice | null) => void;
}

export function MergeDialog({ conflicts, onEnd }: MergeDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const names = useNames(conflicts.map(({ path }) => path));
  const reader = { names, zone: ownZone() };
  function choose(path: string, side: ValueProps['side']): void {
    const next = new Set(theirs);
    if (side === 'theirs') next.add(path);
    else next.delete(path);
    setTheirs(next);
  }
  return (
    <FormDialog
      worksOffline
      wide
      onClose={() => onEnd(null)}
      title={words.title}
      description={words.text}
      action={words.save}
      onSubmit={() => onEnd({ theirs: [...theirs] })}
    >
      {conflicts.map((conflict) => (
        <fieldset key={conflict.path} className="min-w-0">
          <legend className="pb-1.5 font-medium">{fieldName(conflict.path)}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            <Value
              conflict={conflict}
              reader={reader}
              side="yours"
              checked={!theirs.has(conflict.path)}
              onChoose={() => choose(conflict.path, 'yours')}
            />
            <Value
              conflict={conflict}
              reader={reader}
              side="theirs"
              checked={theirs.has(conflict.path)}
              onChoose={() => choose(conflict.path, 'theirs')}
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
  readonly reader: FormatContext;
  readonly onChoose: () => void;
}

function Value({ conflict, side, checked, reader, onChoose }: ValueProps) {
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
          {formatValue(conflict.path, conflict[side], reader)}
        </span>
        <ConflictSchedule conflict={conflict} side={side} />
      </span>
    </label>
  );
}
