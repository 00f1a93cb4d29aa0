import { formatExactTime } from '../../time/format-time.ts';
import { words as timeWords } from '../../time/words.ts';
import { ownZone, zonesDiffer } from '../../time/zone.ts';
import type { Extent } from '../lanes.ts';
import type { ShadedPeriod } from '../scene.ts';
import { words } from '../words.ts';

export function ShadedPeriodDetails({
  period: { label, from, to, isOpen },
}: {
  readonly period: ShadedPeriod;
}) {
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

export function ExpectedRunDetails({
  expectedRun,
  zone,
}: {
  readonly expectedRun: Extent;
  readonly zone: string;
}) {
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
