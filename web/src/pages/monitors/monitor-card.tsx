import { memo, useCallback } from 'react';
import { StatusShape } from '../../monitor/status.tsx';
import { formatSubject } from '../../monitor/target.ts';
import { LiveText } from '../../time/live-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RowCheckbox } from '../../ui/selection/row-checkbox.tsx';
import { useFlash } from '../../ui/window/use-flash.ts';
import { words as ui } from '../../ui/words.ts';
import { followLink, type MonitorRowProps, Streak } from './monitor-row.tsx';
import { NextRun } from './next-run.tsx';
import { RowMarks } from './row-marks.tsx';
import { writeLastPing } from './row-texts.ts';
import { RecentStrip } from './strip/recent-strip.tsx';
import { words } from './words.ts';

/** A monitor on a phone. The whole card is a link. */
export const MonitorCard = memo(function MonitorCard(props: MonitorRowProps) {
  const { monitor, status, project, index, top, height, isCurrent, isSelected, maySelect, actions } = props;
  const { shortID } = monitor;
  const writeLast = useCallback((now: number) => writeLastPing(monitor, now), [monitor]);
  const card = useFlash<HTMLLIElement>(status);
  return (
    <li
      ref={card}
      aria-posinset={index + 1}
      data-row={shortID}
      style={{ top, height }}
      className={classNames(
        'absolute inset-x-0 flex flex-col justify-center gap-1 border-b border-line px-3',
        isSelected ? 'bg-accent-wash' : 'active:bg-hover',
      )}
    >
      <span className="flex items-center gap-2">
        <StatusShape status={status} className="size-3.5" />
        <a
          href={`/monitors/${shortID}`}
          onClick={(event) => followLink(event, shortID, actions)}
          tabIndex={isCurrent ? 0 : -1}
          aria-label={`${monitor.name}, ${ui.status[status]}`}
          className="min-w-0 truncate text-base font-medium text-ink after:absolute after:inset-0"
        >
          {monitor.name}
        </a>
        <RowMarks monitor={monitor} status={status} />
        <span className="numeric ml-auto flex shrink-0 gap-2 text-table">
          <NextRun monitor={monitor} status={status} />
          <Streak monitor={monitor} status={status} />
        </span>
      </span>
      <span className="flex items-center gap-2 text-xs text-soft">
        <span className="min-w-0 flex-1 truncate">
          {project === null ? '' : `${project} · `}
          {formatSubject(monitor, Date.now())}
        </span>
        <LiveText write={writeLast} className="numeric shrink-0" />
      </span>
      <span className="flex items-center justify-between gap-2">
        <RecentStrip monitor={monitor} />
        {maySelect ? (
          <span className="relative z-10 -my-2 -mr-2">
            <RowCheckbox
              label={words.select(monitor.name)}
              checked={isSelected}
              tabIndex={0}
              onToggle={() => actions.toggle(shortID)}
              onRange={() => actions.selectTo(shortID)}
            />
          </span>
        ) : null}
      </span>
    </li>
  );
});
