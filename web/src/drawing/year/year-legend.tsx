import { CELL, DayCell } from './day-cell.tsx';
import { words } from './words.ts';

const SAMPLES = [
  { name: 'none', outcome: 'none', badShare: 0 },
  { name: 'good', outcome: 'good', badShare: 0 },
  { name: 'late', outcome: 'late', badShare: 0 },
  { name: 'few', outcome: 'bad', badShare: 0.02 },
  { name: 'some', outcome: 'bad', badShare: 0.4 },
  { name: 'all', outcome: 'bad', badShare: 1 },
  { name: 'unknown', outcome: 'unknown', badShare: 0 },
] as const;

export function YearLegend() {
  return (
    <ul aria-label={words.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {SAMPLES.map(({ name, outcome, badShare }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg viewBox={`-1 -1 ${CELL + 2} ${CELL + 2}`} aria-hidden="true" className="size-3.5">
            <DayCell outcome={outcome} badShare={badShare} />
          </svg>
          {words.outcomes[name]}
        </li>
      ))}
    </ul>
  );
}
