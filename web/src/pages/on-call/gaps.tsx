import type { OnCallCoverage } from '@overdue/sdk';
import { formatTime } from '../../time/format-time.ts';
import { useNow } from '../../time/ticker.ts';
import { ownZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { words } from './words.ts';

type Gap = OnCallCoverage['gaps'][number];

/** Maximum number of gaps in the list. The calendar shows all gaps. */
const SHOWN = 3;

interface GapsProps {
  readonly gaps: readonly Gap[];
  /** Called to cover a gap; null if the reader may not cover gaps. */
  readonly onCover: ((gap: Gap) => void) | null;
}

/** Describes the next gaps as text, the current gap first. */
export function Gaps({ gaps, onCover }: GapsProps) {
  const now = useNow();
  if (gaps.length === 0) return null;
  return (
    <section className="pt-4">
      <h3 className="flex items-center gap-1.5 pb-1 font-medium text-down">
        <Icon name="incidents" />
        {words.comingGaps}
      </h3>
      <ul className="divide-y divide-line">
        {gaps.slice(0, SHOWN).map((gap) => (
          <li key={gap.startsAt} className="flex min-h-10 flex-wrap items-center gap-x-3 py-1">
            <span className="inline-flex flex-1 flex-wrap items-center gap-1.5">
              {Date.parse(gap.startsAt) <= now ? words.gapNow : <Moment at={gap.startsAt} />}
              <Icon name="arrow" className="size-3 text-soft" />
              <Moment at={gap.endsAt} />
            </span>
            {onCover === null ? null : (
              <Button
                variant="quiet"
                aria-label={words.coverGapFrom(formatTime(Date.parse(gap.startsAt), ownZone(), Date.now()))}
                onClick={() => onCover(gap)}
              >
                <Icon name="swap" />
                {words.coverGap}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {gaps.length > SHOWN ? <p className="pt-1 text-soft">{words.moreGaps(gaps.length - SHOWN)}</p> : null}
    </section>
  );
}
