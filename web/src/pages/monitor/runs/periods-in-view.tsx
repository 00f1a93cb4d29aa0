import type { MonitorRow } from '@overdue/sdk';
import type { Scene } from '../../../drawing/scene.ts';
import type { View } from '../../../drawing/time-scale.ts';
import { words as drawingWords } from '../../../drawing/words.ts';
import { Moment } from '../../../ui/moment.tsx';
import { words } from '../words.ts';

/** Maximum number of expected runs listed one by one. */
const EXPECTED_RUNS_MAX = 10;

interface AroundRunsProps {
  readonly monitor: MonitorRow;
  readonly scene: Scene;
  readonly view: View;
}

/** Lists the incidents, maintenance, blind windows and expected runs in view as text. */
export function PeriodsInView({ monitor, scene, view }: AroundRunsProps) {
  const isIn = ({ from, to }: { readonly from: number; readonly to: number }) =>
    to >= view.from && from <= view.to;
  const shadedPeriods = scene.shadedPeriods.filter(isIn);
  const expectedRuns = scene.expectedRuns.filter(isIn);
  if (shadedPeriods.length + expectedRuns.length === 0) return null;
  const zone = monitor.schedule.timezone;
  return (
    <ul
      aria-label={words.around}
      className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line px-4 py-2 text-table"
    >
      {shadedPeriods.map(({ kind, label, from, to, isOpen }) => (
        <li key={`${kind} ${label} ${from}`} className="flex flex-wrap gap-x-1.5">
          <span className="font-medium">{label}</span>
          <Moment at={new Date(from).toISOString()} zone={zone} />
          <span aria-hidden="true">–</span>
          {isOpen ? words.untilNow : <Moment at={new Date(to).toISOString()} zone={zone} />}
        </li>
      ))}
      {expectedRuns.slice(0, EXPECTED_RUNS_MAX).map(({ from }) => (
        <li key={from} className="flex flex-wrap gap-x-1.5">
          <span className="font-medium">{drawingWords.expectedRun}</span>
          <Moment at={new Date(from).toISOString()} zone={zone} />
        </li>
      ))}
      {expectedRuns.length > EXPECTED_RUNS_MAX ? (
        <li className="text-soft">{words.moreExpected(expectedRuns.length - EXPECTED_RUNS_MAX)}</li>
      ) : null}
    </ul>
  );
}
