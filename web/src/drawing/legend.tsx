import type { ReactNode } from 'react';
import { words as uiWords } from '../ui/words.ts';
import { RunMark } from './runs/run-mark.tsx';
import { words } from './words.ts';

const STATES = ['succeeded', 'failed', 'timed_out', 'missed', 'unknown', 'running'] as const;

export function Legend() {
  return (
    <ul aria-label={words.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {STATES.map((state) => (
        <Entry key={state} mark={<RunMark state={state} />} label={uiWords.runState[state]} />
      ))}
      <Entry
        mark={<i className="h-2 w-3.5 rounded-sm border border-dashed border-line-strong bg-sunken" />}
        label={words.expectedRun}
      />
      <Entry mark={<i className="h-3.5 w-3.5 border-t-2 border-down bg-down/10" />} label={words.down} />
      <Entry
        mark={<i className="h-3.5 w-3.5 border-b-2 border-dashed border-accent bg-accent-wash" />}
        label={words.inMaintenance}
      />
      <Entry mark={<i className="hatched h-3.5 w-3.5 text-ink" />} label={words.unseen} />
    </ul>
  );
}

function Entry({ mark, label }: { readonly mark: ReactNode; readonly label: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className="flex size-3.5 items-center justify-center forced-color-adjust-none">
        {mark}
      </span>
      {label}
    </li>
  );
}
