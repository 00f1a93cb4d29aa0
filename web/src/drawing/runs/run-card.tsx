import { useLayoutEffect, useRef, useState } from 'react';
import { formatExactTime } from '../../time/format-time.ts';
import { words as timeWords } from '../../time/words.ts';
import { ownZone, zonesDiffer } from '../../time/zone.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Extent } from '../lanes.ts';
import { NOTHING_POINTED, type PointedItem } from '../pointed.ts';
import type { ShadedPeriod } from '../scene.ts';
import { words } from '../words.ts';
import { BucketDetails, RunDetails } from './run-details.tsx';

const WIDTH = 320;
/** Space between the drawing and the card. */
const GAP = 6;

interface RunCardProps {
  readonly pointed: PointedItem;
  readonly width: number;
  readonly zone: string;
  readonly now: number;
}

/** Shows details of the item under the pointer or keyboard cursor, above the drawing if there is no room below. Screen readers announce them. */
export function RunCard({ pointed, width, zone, now }: RunCardProps) {
  const { bar, bucket, expectedRun, shadedPeriods, x } = pointed;
  const card = useRef<HTMLDivElement>(null);
  const [isAbove, setAbove] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of the card depends on the item.
  useLayoutEffect(() => {
    const drawing = card.current?.offsetParent?.getBoundingClientRect();
    if (card.current === null || drawing === undefined) return;
    const needed = card.current.offsetHeight + GAP;
    setAbove(drawing.bottom + needed > window.innerHeight && drawing.top >= needed);
  }, [pointed]);
  return (
    <div aria-live="polite">
      {pointed === NOTHING_POINTED ? null : (
        <div
          ref={card}
          className={classNames(
            'pointer-events-none absolute z-20 w-80 max-w-full rounded-md border border-line bg-panel px-3 py-2 shadow-floating',
            isAbove ? 'bottom-full mb-1.5' : 'top-full mt-1.5',
          )}
          style={{ left: Math.max(0, Math.min(x - WIDTH / 2, width - WIDTH)) }}
        >
          {bar === null ? null : <RunDetails run={bar.run} zone={zone} now={now} />}
          {bucket === null ? null : <BucketDetails bucket={bucket} />}
          {expectedRun === null ? null : <ExpectedRunDetails expectedRun={expectedRun} zone={zone} />}
          {shadedPeriods.map((period) => (
            <ShadedPeriodDetails key={`${period.kind} ${period.label} ${period.from}`} period={period} />
          ))}
        </div>
      )}
    </div>
  );
}

function ShadedPeriodDetails({ period: { label, from, to, isOpen } }: { readonly period: ShadedPeriod }) {
  const zone = ownZone();
  const begin = formatExactTime(from, zone);
  return (
    <p className="numeric text-xs">
      <span className="font-medium">{label}</span>{' '}
      <span className="text-soft">
        {isOpen ? words.since(begin) : words.range(begin, formatExactTime(to, zone))}
      </span>
    </p>
  );
}

function ExpectedRunDetails({ expectedRun, zone }: { readonly expectedRun: Extent; readonly zone: string }) {
  const own = ownZone();
  return (
    <p className="numeric text-xs">
      <span className="font-medium">{words.expected}</span> {formatExactTime(expectedRun.from, own)}
      {zonesDiffer(zone, own, expectedRun.from) ? (
        <span className="block text-soft">
          {timeWords.inZone(formatExactTime(expectedRun.from, zone), zone)}
        </span>
      ) : null}
    </p>
  );
}
