import { DAY_MS } from '@overdue/domain/time-units.ts';
import { formatter, ownZone } from '../time/zone.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Segments } from '../ui/form/segments.tsx';
import { Icon } from '../ui/icon.tsx';
import { pan, type View, zoom } from './time-scale.ts';
import { type TimelineView, ZOOMS, zoomName } from './use-view.ts';
import { words } from './words.ts';

const OPTIONS = ZOOMS.map(({ value }) => ({ value, label: words.zooms[value] }));
const STEP = 0.5;
const FACTOR = 2;

export function ViewControls({ timeline }: { readonly timeline: TimelineView }) {
  const { view, change, follow, isFollowing } = timeline;
  const span = view.to - view.from;
  const middle = (view.from + view.to) / 2;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Segments
        label={words.zoom}
        // Empty if no option has this zoom, so that no option is selected.
        value={zoomName(span) ?? ('' as (typeof OPTIONS)[number]['value'])}
        options={OPTIONS}
        onChange={(value) => {
          const next = ZOOMS.find((candidate) => candidate.value === value)?.span ?? span;
          if (isFollowing) follow(next);
          else change(zoom(view, next / span, middle));
        }}
      />
      <span className="flex">
        <IconButton label={words.zoomOut} onClick={() => change(zoom(view, FACTOR, middle))}>
          <Icon name="minus" />
        </IconButton>
        <IconButton label={words.zoomIn} onClick={() => change(zoom(view, 1 / FACTOR, middle))}>
          <Icon name="plus" />
        </IconButton>
        <IconButton label={words.earlier} onClick={() => change(pan(view, -STEP))}>
          <Icon name="chevron-left" />
        </IconButton>
        <IconButton label={words.later} onClick={() => change(pan(view, STEP))}>
          <Icon name="chevron-right" />
        </IconButton>
      </span>
      <Button disabled={isFollowing} onClick={() => follow()}>
        {words.now}
      </Button>
    </div>
  );
}

/** Formats a range: `Sat 21 Nov, 17:00 – 18:00`, `21 Oct – 20 Nov 2026`. */
export function ViewRange({ view }: { readonly view: View }) {
  return (
    <span aria-live="polite" className="numeric whitespace-nowrap text-table text-soft">
      {writeRange(view)}
    </span>
  );
}

export function writeRange({ from, to }: View): string {
  const zone = ownZone();
  const isShort = to - from <= 3 * DAY_MS;
  const day = formatter(zone, { weekday: 'short', day: 'numeric', month: 'short' });
  const date = formatter(zone, { day: 'numeric', month: 'short', year: 'numeric' });
  if (!isShort) return words.range(date.format(from), date.format(to));
  const clock = formatter(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const begin = `${day.format(from).replace(',', '')}, ${clock.format(from)}`;
  const isSameDay = date.format(from) === date.format(to);
  return words.range(
    begin,
    isSameDay ? clock.format(to) : `${day.format(to).replace(',', '')}, ${clock.format(to)}`,
  );
}
