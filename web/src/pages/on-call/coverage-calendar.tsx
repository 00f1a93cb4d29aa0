import type { OnCallCoverage } from '@overdue/sdk';
import type { KeyboardEvent } from 'react';
import { formatTime } from '../../time/format-time.ts';
import { useNow } from '../../time/ticker.ts';
import { formatter, ownZone } from '../../time/zone.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Bar, barsOf, positionOf, type Week } from './week-layout.ts';
import { words } from './words.ts';

/**
 * Minimum share of a week that gets a button. In the narrowest calendar, this share is 24 px wide, the minimum size of a click
 * target. Shorter shifts can be changed with "Cover a period".
 */
const BUTTON_WIDTH_MIN = 24 / 896;

interface CoverageCalendarProps {
  readonly name: string;
  readonly weeks: readonly Week[];
  readonly coverage: OnCallCoverage;
  readonly ownMemberID: string;
  /** Called with the selected shift or gap; null if the reader can't change anything. */
  readonly onPick: ((bar: Bar) => void) | null;
}

/** Calendar of the shifts and gaps of some weeks. Arrow keys move between shifts. */
export function CoverageCalendar({ name, weeks, coverage, ownMemberID, onPick }: CoverageCalendarProps) {
  const now = useNow();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the buttons inside.
    <div
      ref={showNow}
      onKeyDown={moveFocus}
      // In narrow windows, the calendar scrolls sideways. The faded right edge hints at the hidden part.
      className="max-lg:overflow-x-auto max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-40px),transparent)]"
    >
      <ul
        aria-label={words.calendarOf(name)}
        className="flex flex-col gap-3 max-lg:w-[936px] max-lg:pr-[40px]"
      >
        {weeks.map((week) => (
          <li key={week.days[0]}>
            <Days week={week} now={now} />
            <div className="relative h-9 overflow-hidden rounded-md bg-sunken max-md:h-10">
              <Now week={week} now={now} />
              {barsOf(coverage, week).map((bar) => (
                <CalendarBar key={bar.key} bar={bar} now={now} ownMemberID={ownMemberID} onPick={onPick} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In narrow windows, scrolls sideways to the current day when the calendar appears. */
function showNow(calendar: HTMLElement | null): void {
  const line = calendar?.querySelector('[data-now]');
  if (calendar == null || line == null) return;
  const fromLeft = line.getBoundingClientRect().left - calendar.getBoundingClientRect().left;
  calendar.scrollLeft += fromLeft - calendar.clientWidth / 3;
}

function Days({ week, now }: { readonly week: Week; readonly now: number }) {
  const zone = ownZone();
  const weekday = formatter(zone, { weekday: 'short' });
  const date = formatter(zone, { day: 'numeric' });
  const month = formatter(zone, { month: 'short' });
  return (
    <div className="grid grid-cols-7 pb-1 text-xs text-soft" aria-hidden="true">
      {week.days.slice(0, -1).map((day, index) => (
        <span
          key={day}
          className={classNames(
            'numeric min-w-0 truncate pl-0.5',
            day <= now && now < (week.days[index + 1] ?? 0) && 'font-semibold text-accent',
          )}
        >
          <span className="max-md:block">{weekday.format(day)}</span> {date.format(day)}
          <span className="max-md:hidden"> {month.format(day)}</span>
        </span>
      ))}
    </div>
  );
}

function Now({ week, now }: { readonly week: Week; readonly now: number }) {
  const position = positionOf(now, week);
  if (position <= 0 || position >= 1) return null;
  return (
    <span
      aria-hidden="true"
      data-now=""
      className="pointer-events-none absolute inset-y-0 z-10 w-0.5 bg-accent"
      style={{ left: `${position * 100}%` }}
    />
  );
}

interface CalendarBarProps {
  readonly bar: Bar;
  readonly now: number;
  readonly ownMemberID: string;
  readonly onPick: ((bar: Bar) => void) | null;
}

function CalendarBar({ bar, now, ownMemberID, onPick }: CalendarBarProps) {
  const { span } = bar;
  const label = labelOf(bar, now);
  const isOwn = span?.member.memberID === ownMemberID;
  const look = {
    title: label,
    className: classNames(
      'calm absolute inset-y-0 flex items-center gap-1 overflow-hidden rounded-sm border px-1 text-left text-table font-medium focus-visible:z-20',
      span === null &&
        'border-down bg-panel text-down [background-image:repeating-linear-gradient(135deg,transparent_0_6px,color-mix(in_oklab,currentcolor_14%,transparent)_6px_8px)]',
      span !== null && (isOwn ? 'border-accent bg-accent-wash text-accent' : 'border-line bg-panel text-ink'),
      span?.override != null && 'border-dashed border-line-strong',
    ),
    style: { left: `${bar.left * 100}%`, width: `${bar.width * 100}%` },
  };
  if (bar.width < BUTTON_WIDTH_MIN) return <span role="img" aria-label={label} {...look} />;
  return (
    <button
      type="button"
      data-bar=""
      aria-label={label}
      aria-disabled={onPick === null}
      onClick={() => onPick?.(bar)}
      {...look}
    >
      {span === null ? <Icon name="incidents" className="size-3.5 shrink-0 max-md:hidden" /> : null}
      {span?.override == null ? null : <Icon name="swap" className="size-3.5 shrink-0 max-md:hidden" />}
      <span className="min-w-0 truncate">{span === null ? words.gap : span.member.name}</span>
    </button>
  );
}

function labelOf({ span, from, to }: Bar, now: number): string {
  const zone = ownZone();
  const [starts, ends] = [formatTime(from, zone, now), formatTime(to, zone, now)];
  if (span === null) return words.gapFrom(starts, ends);
  return span.override === null
    ? words.shift(span.member.name, starts, ends)
    : words.covering(span.member.name, starts, ends);
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')];
  const index = bars.findIndex((bar) => bar.contains(document.activeElement));
  const next = bars[index + step];
  if (index < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
