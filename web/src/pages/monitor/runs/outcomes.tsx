import type { Run, Statistics } from '@overdue/sdk';
import { countJudgedRuns, formatShare } from '../../../data/runs/run-share.ts';
import { RunMark } from '../../../drawing/runs/run-mark.tsx';
import { words as uiWords } from '../../../ui/words.ts';
import { words } from '../words.ts';

const PARTS: readonly {
  readonly state: Run['state'];
  readonly color: string;
  readonly countOf: (statistics: Statistics) => number;
}[] = [
  { state: 'succeeded', color: 'bg-up', countOf: ({ succeeded }) => succeeded },
  { state: 'failed', color: 'bg-down', countOf: ({ failed }) => failed },
  { state: 'timed_out', color: 'bg-failing', countOf: ({ timedOut }) => timedOut },
  { state: 'missed', color: 'bg-down/40', countOf: ({ missed }) => missed },
  { state: 'unknown', color: 'hatched text-ink', countOf: ({ unknown }) => unknown },
];

export function Outcomes({ statistics }: { readonly statistics: Statistics }) {
  const { successRate } = statistics;
  const judged = countJudgedRuns(statistics);
  const parts = PARTS.map((part) => ({ ...part, count: part.countOf(statistics) })).filter(
    ({ count }) => count > 0,
  );
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex flex-col gap-3">
      <p className="numeric flex flex-wrap items-baseline gap-x-2">
        <span className="text-display font-semibold">
          {successRate === null ? words.nothing : formatShare(successRate)}
        </span>
        <span className="text-soft">
          {total === 0 ? words.noRuns : words.ofRuns(judged, statistics.unknown)}
        </span>
      </p>
      <div
        aria-hidden="true"
        className="flex h-2.5 gap-px overflow-hidden rounded-full bg-sunken forced-color-adjust-none"
      >
        {parts.map(({ state, color, count }) => (
          <span key={state} className={`min-w-1 ${color}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className="flex flex-col gap-0.5 text-table">
        {parts.map(({ state, count }) => (
          <li key={state} className="numeric flex items-center gap-2">
            <RunMark state={state} />
            <span className="flex-1 text-soft">{uiWords.runState[state]}</span>
            {count.toLocaleString('en')}
          </li>
        ))}
      </ul>
    </div>
  );
}
