import { Link } from '@tanstack/react-router';
import { useSnooze } from '../../incident/use-snooze.ts';
import { SeverityTag } from '../../monitor/severity-tag.tsx';
import { STATUS_TEXT, StatusShape } from '../../monitor/status.tsx';
import { Explanation } from '../../time/explanation.tsx';
import { formatMs } from '../../time/format-duration.ts';
import { formatTime } from '../../time/format-time.ts';
import { ownZone } from '../../time/zone.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { words as statusWords } from '../../ui/words.ts';
import type { BoardEntry } from './board.ts';
import { words } from './words.ts';

const EDGE = { down: 'border-down', failing: 'border-failing', late: 'border-late' } as const;

interface TroubleTileProps {
  readonly trouble: BoardEntry;
  readonly now: number;
  /** Whether the tile has a fixed height, which also limits its text. */
  readonly isFixed: boolean;
}

export function TroubleTile({ trouble, now, isFixed }: TroubleTileProps) {
  const { monitor, status } = trouble;
  const acknowledgedBy = monitor.incident?.acknowledgedBy ?? null;
  const snooze = useSnooze(monitor.incident);
  const edge = status === 'down' || status === 'failing' || status === 'late' ? EDGE[status] : 'border-line';
  return (
    <Link
      to="/monitors/$shortID"
      params={{ shortID: monitor.shortID }}
      className={classNames(
        'rounded-lg border-2 bg-panel',
        isFixed ? 'min-h-0 overflow-hidden [container-type:size]' : '@container',
        edge,
      )}
    >
      <span className="flex h-full flex-col gap-[clamp(2px,2cqb,8px)] p-[clamp(10px,min(3cqi,5cqb),20px)]">
        <span className="flex shrink-0 items-center gap-3">
          <StatusShape status={status} silent className="size-[clamp(22px,min(7cqi,14cqb),72px)] shrink-0" />
          <span className="line-clamp-2 min-w-0 flex-1 text-[clamp(18px,min(6cqi,13cqb),64px)] font-semibold leading-[1.2] wrap-anywhere">
            {monitor.name}
          </span>
          <SeverityTag severity={monitor.severity} isLarge />
        </span>
        <span
          className={classNames(
            'numeric shrink-0 text-[clamp(16px,min(5cqi,11cqb),52px)] font-semibold leading-[1.2]',
            STATUS_TEXT[status],
          )}
        >
          {lengthOf(trouble, now)}
          {monitor.failureStreak > 1 ? ` · ${words.streak(monitor.failureStreak)}` : ''}
        </span>
        {snooze === null ? null : (
          <span className="flex shrink-0 items-center gap-2 text-[clamp(14px,min(3.8cqi,9cqb),40px)] leading-[1.35] font-medium">
            <Icon name="moon" className="size-5" />
            {words.snoozedBy(snooze.by, formatTime(Date.parse(snooze.until), ownZone(), now))}
          </span>
        )}
        {acknowledgedBy === null ? null : (
          <span className="flex shrink-0 items-center gap-2 text-[clamp(14px,min(3.8cqi,9cqb),40px)] leading-[1.35] font-medium">
            <Icon name="check" className="size-5" />
            {words.acknowledgedBy(acknowledgedBy)}
          </span>
        )}
        <span className="min-h-0 overflow-hidden">
          <span className="line-clamp-4 text-[clamp(14px,min(3.8cqi,9cqb),40px)] leading-[1.35] text-soft">
            <Explanation isReaderOnly text={monitor.explanation} timezone={monitor.schedule.timezone} />
          </span>
        </span>
      </span>
    </Link>
  );
}

/**
 * Returns the status with its duration, such as `Down 1 min`. Unlike a time, a duration is correct in every time zone.
 */
function lengthOf({ monitor, status }: BoardEntry, now: number): string {
  const name = statusWords.status[status];
  if (status === 'down' && monitor.downSince !== null)
    return `${name} ${formatMs(now - Date.parse(monitor.downSince))}`;
  if (status === 'late' && monitor.deadlineAt !== null)
    return `${name} · ${words.dueIn(formatMs(Date.parse(monitor.deadlineAt) - now))}`;
  return name;
}
