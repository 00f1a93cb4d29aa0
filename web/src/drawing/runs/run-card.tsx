import { NOTHING_POINTED, type PointedItem } from '../pointed.ts';
import { BucketDetails, RunDetails } from './run-details.tsx';
import { GhostDetails, ShadeDetails } from './shade-details.tsx';

const WIDTH = 320;

interface RunCardProps {
  readonly pointed: PointedItem;
  readonly width: number;
  readonly zone: string;
  readonly now: number;
}

/** Shows details of the item under the pointer or keyboard cursor. Screen readers announce them. */
export function RunCard({ pointed, width, zone, now }: RunCardProps) {
  const { bar, bucket, ghost, shades, x } = pointed;
  return (
    <div aria-live="polite">
      {pointed === NOTHING_POINTED ? null : (
        <div
          className="pointer-events-none absolute top-full z-20 mt-1.5 w-80 max-w-full rounded-md border border-line bg-panel px-3 py-2 shadow-floating"
          style={{ left: Math.max(0, Math.min(x - WIDTH / 2, width - WIDTH)) }}
        >
          {bar === null ? null : <RunDetails run={bar.run} zone={zone} now={now} />}
          {bucket === null ? null : <BucketDetails bucket={bucket} />}
          {ghost === null ? null : <GhostDetails ghost={ghost} zone={zone} />}
          {shades.map((shade) => (
            <ShadeDetails key={`${shade.kind} ${shade.label} ${shade.from}`} shade={shade} />
          ))}
        </div>
      )}
    </div>
  );
}
