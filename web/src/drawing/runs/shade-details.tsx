import { words as timeWords } from '../../time/words.ts';
import { writeExactTime } from '../../time/write-time.ts';
import { ownZone, zonesDiffer } from '../../time/zone.ts';
import type { Extent } from '../lanes.ts';
import type { Shade } from '../scene.ts';
import { words } from '../words.ts';

export function ShadeDetails({ shade: { label, from, to, isOpen } }: { readonly shade: Shade }) {
  const zone = ownZone();
  const begin = writeExactTime(from, zone);
  return (
    <p className="numeric text-xs">
      <span className="font-medium">{label}</span>{' '}
      <span className="text-soft">
        {isOpen ? words.since(begin) : words.range(begin, writeExactTime(to, zone))}
      </span>
    </p>
  );
}

export function GhostDetails({ ghost, zone }: { readonly ghost: Extent; readonly zone: string }) {
  const own = ownZone();
  return (
    <p className="numeric text-xs">
      <span className="font-medium">{words.expected}</span> {writeExactTime(ghost.from, own)}
      {zonesDiffer(zone, own, ghost.from) ? (
        <span className="block text-soft">{timeWords.inZone(writeExactTime(ghost.from, zone), zone)}</span>
      ) : null}
    </p>
  );
}
