// biome-ignore-all lint/a11y/useSemanticElements: rows are absolutely positioned, which table rows can't be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is in the links of the rows.
import type { MonitorRow as Monitor, Status } from '@overdue/sdk';
import { type MouseEvent, memo, useCallback } from 'react';
import { StatusShape } from '../../monitor/status.tsx';
import { formatSubject } from '../../monitor/target.ts';
import { explanationText } from '../../time/explanation-text.ts';
import { formatExactTime } from '../../time/format-time.ts';
import { LiveText } from '../../time/live-text.tsx';
import { ownZone } from '../../time/zone.ts';
import { classNames } from '../../ui/class-names.ts';
import { RowCheckbox } from '../../ui/selection/row-checkbox.tsx';
import { useFlash } from '../../ui/window/use-flash.ts';
import { FROM_LAST, FROM_PROJECT, FROM_SCHEDULE, gridClass } from './columns.ts';
import { NextRun } from './next-run.tsx';
import { RowMarks } from './row-marks.tsx';
import { writeLastPing } from './row-texts.ts';
import { countShownTags, TAG_SPACE, WIDE_TAG_SPACE } from './shown-tags.ts';
import { RecentStrip } from './strip/recent-strip.tsx';
import { words } from './words.ts';

export interface RowActions {
  readonly open: (shortID: string) => void;
  readonly peek: (shortID: string) => void;
  readonly toggle: (shortID: string) => void;
  readonly selectTo: (shortID: string) => void;
  readonly filterProject: (projectShortID: string) => void;
  readonly filterTag: (tag: string) => void;
}

export interface MonitorRowProps {
  readonly monitor: Monitor;
  readonly status: Status;
  /** Name of the project; null if the list is grouped by project. */
  readonly project: string | null;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** Whether the row is the tab stop of the list. */
  readonly isCurrent: boolean;
  /** Whether the row has the keyboard cursor. */
  readonly isMarked: boolean;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  /** Whether the user may change monitors, and thus select rows. */
  readonly maySelect: boolean;
  readonly actions: RowActions;
}

export function clickRow(event: MouseEvent<HTMLElement>, shortID: string, actions: RowActions): void {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, label') !== null) return;
  if (event.shiftKey) actions.selectTo(shortID);
  else if (event.metaKey || event.ctrlKey) actions.toggle(shortID);
  else if (window.getSelection()?.isCollapsed !== false) actions.peek(shortID);
}

/** A plain link: hundreds of router links slow down scrolling. Clicks with a modifier key are left to the browser. */
export function followLink(event: MouseEvent, shortID: string, actions: RowActions): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  actions.open(shortID);
}

export const MonitorRow = memo(function MonitorRow(props: MonitorRowProps) {
  const {
    monitor,
    status,
    project,
    index,
    top,
    height,
    isCurrent,
    isMarked,
    isSelected,
    isOpen,
    maySelect,
    actions,
  } = props;
  const { shortID } = monitor;
  const writeLast = useCallback((now: number) => writeLastPing(monitor, now), [monitor]);
  const row = useFlash<HTMLDivElement>(status);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: use-list-keys.ts handles keys for the whole list.
    <div
      ref={row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={maySelect ? isSelected : undefined}
      data-row={shortID}
      onClick={(event) => clickRow(event, shortID, actions)}
      style={{ top, height }}
      className={classNames(
        gridClass({ hasProject: project !== null }),
        'absolute inset-x-0 contain-strict border-b border-line text-table',
        isSelected ? 'bg-accent-wash' : 'hover:bg-hover',
        isOpen && 'shadow-[inset_3px_0_0_var(--color-accent)]',
        isMarked && !isOpen && 'shadow-[inset_3px_0_0_var(--color-line-strong)]',
      )}
    >
      <span role="cell">
        {maySelect ? (
          <RowCheckbox
            label={words.select(monitor.name)}
            checked={isSelected}
            tabIndex={isCurrent ? 0 : -1}
            onToggle={() => actions.toggle(shortID)}
            onRange={() => actions.selectTo(shortID)}
          />
        ) : null}
      </span>
      <span role="cell" className="flex">
        <StatusShape status={status} />
      </span>
      <span role="cell" className="flex min-w-0 items-center gap-2">
        <a
          href={`/monitors/${shortID}`}
          onClick={(event) => followLink(event, shortID, actions)}
          tabIndex={isCurrent ? 0 : -1}
          title={explanationText(monitor.explanation, monitor.schedule.timezone)}
          className="truncate font-medium text-ink outline-none after:pointer-events-none after:absolute after:inset-0 after:outline-accent hover:underline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:content-['']"
        >
          {monitor.name}
        </a>
        <RowMarks monitor={monitor} status={status} />
      </span>
      {project === null ? null : (
        <span role="cell" className={classNames(FROM_PROJECT, 'min-w-0')}>
          <button
            type="button"
            tabIndex={-1}
            title={words.projectFilter(project)}
            onClick={() => actions.filterProject(monitor.projectShortID)}
            className="block max-w-full truncate rounded-sm text-soft hover:text-ink"
          >
            {project}
          </button>
        </span>
      )}
      <span role="cell" className={classNames(FROM_PROJECT, 'min-w-0')}>
        <RowTags tags={monitor.tags} onFilter={actions.filterTag} />
      </span>
      <span
        role="cell"
        className={classNames(FROM_SCHEDULE, 'truncate text-soft')}
        title={monitor.url ?? monitor.schedule.summary}
      >
        {formatSubject(monitor, Date.now())}
      </span>
      <span role="cell" className="flex min-w-0">
        <RecentStrip monitor={monitor} />
      </span>
      <span
        role="cell"
        className={classNames(FROM_LAST, 'numeric truncate text-right text-soft')}
        title={exactTime(monitor.lastPingAt)}
      >
        <LiveText write={writeLast} />
      </span>
      <span role="cell" className="numeric truncate text-right">
        <NextRun monitor={monitor} status={status} />
      </span>
      <span role="cell" className="numeric text-right">
        <Streak monitor={monitor} status={status} />
      </span>
    </div>
  );
});

function RowTags({
  tags,
  onFilter,
}: {
  readonly tags: readonly string[];
  readonly onFilter: (tag: string) => void;
}) {
  const [shown, shownWide] = [countShownTags(tags, TAG_SPACE), countShownTags(tags, WIDE_TAG_SPACE)];
  return (
    <span className="flex min-w-0 gap-1 overflow-hidden">
      {tags.slice(0, shownWide).map((tag, place) => (
        <button
          key={tag}
          type="button"
          tabIndex={-1}
          title={words.tagFilter(tag)}
          onClick={() => onFilter(tag)}
          className={classNames(
            'h-5 min-w-0 truncate rounded-sm border border-line bg-sunken px-1.5 text-xs text-soft hover:border-line-strong hover:text-ink',
            place >= shown && 'hidden @min-[2000px]:block',
          )}
        >
          {tag}
        </button>
      ))}
      <MoreTags hidden={tags.slice(shown)} className="@min-[2000px]:hidden" />
      <MoreTags hidden={tags.slice(shownWide)} className="hidden @min-[2000px]:inline" />
    </span>
  );
}

function MoreTags({ hidden, className }: { readonly hidden: readonly string[]; readonly className: string }) {
  if (hidden.length === 0) return null;
  return (
    <span
      className={classNames('shrink-0 self-center text-xs text-soft', className)}
      title={words.moreTags(hidden)}
    >
      +{hidden.length}
    </span>
  );
}

export function Streak({
  monitor: { failureStreak },
  status,
}: {
  readonly monitor: Monitor;
  readonly status: Status;
}) {
  if (failureStreak === 0) return null;
  return (
    <span
      title={words.streak(failureStreak)}
      className={classNames('font-medium', status === 'down' ? 'text-down' : 'text-failing')}
    >
      <span aria-hidden="true">{words.times(failureStreak)}</span>
      <span className="sr-only">{words.streak(failureStreak)}</span>
    </span>
  );
}

function exactTime(time: string): string | undefined {
  return time === '' ? undefined : formatExactTime(Date.parse(time), ownZone());
}
