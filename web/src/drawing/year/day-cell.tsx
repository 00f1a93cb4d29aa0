import type { DayOutcome } from './day-outcome.ts';

export const CELL = 12;
export const STEP = 15;
/** Height in pixels below which the failed share gets a mark, so that one failure among thousands of runs stays visible. */
const MARKED_BELOW = 2;

const FILLS: Readonly<Record<DayOutcome, string>> = {
  none: 'fill-sunken stroke-line',
  good: 'fill-up/55',
  late: 'fill-up/55',
  bad: 'fill-up/55',
  unknown: 'fill-sunken stroke-line-strong',
};

interface DayCellProps {
  readonly outcome: DayOutcome;
  readonly badShare: number;
}

/**
 * A day as a square. The share of failures is filled from the top, in true proportion; a diamond marks a share that is too small
 * to see, a dot means late, a cross unknown.
 */
export function DayCell({ outcome, badShare }: DayCellProps) {
  const bad = outcome === 'bad' ? badShare * CELL : 0;
  return (
    <>
      <rect width={CELL} height={CELL} rx={2} className={FILLS[outcome]} strokeWidth={0.75} />
      {bad === 0 ? null : <rect width={CELL} height={bad} rx={Math.min(2, bad / 2)} className="fill-down" />}
      {outcome === 'bad' && bad < MARKED_BELOW ? (
        <path d={`M${CELL / 2} 3.5l2.5 2.5l-2.5 2.5l-2.5-2.5z`} className="fill-down" />
      ) : null}
      {outcome === 'late' ? <circle cx={CELL / 2} cy={CELL / 2} r={2.5} className="fill-late" /> : null}
      {outcome === 'unknown' ? (
        <path d={`M3 3L${CELL - 3} ${CELL - 3}M${CELL - 3} 3L3 ${CELL - 3}`} className="stroke-soft" />
      ) : null}
    </>
  );
}
