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

export function TroubleTile({ trouble, now }: { readonly trouble: BoardEntry; readonly now: number }) {
  const { monitor, status } = trouble;
  const acknowledgedBy = monitor.incident?.acknowledgedBy ?? null;
  const snooze = useSnooze(monitor.incident);
  const edge = status === 'down' || status === 'failing' || status === 'late' ? EDGE[status] : 'border-line';
  return (
    <Link
      to="/monitors/$shortID"
      params={{ shortID: monitor.shortID }}
      className={classNames('@container flex flex-col gap-2 rounded-lg border-2 bg-panel p-5', edge)}
    >
      <span className="flex items-center gap-3">
        <StatusShape status={status} silent className="size-[clamp(28px,7cqi,72px)]" />
        <span className="min-w-0 flex-1 truncate text-[clamp(24px,6cqi,64px)] font-semibold leading-[1.35]">
          {monitor.name}
        </span>
        <SeverityTag severity={monitor.severity} isLarge />
      </span>
      <span
        className={classNames(
          'numeric text-[clamp(20px,5cqi,52px)] font-semibold leading-[1.2]',
          STATUS_TEXT[status],
        )}
      >
        {lengthOf(trouble, now)}
        {monitor.failureStreak > 1 ? ` · ${words.streak(monitor.failureStreak)}` : ''}
      </span>
      <span className="line-clamp-4 text-[clamp(16px,3.8cqi,40px)] leading-[1.35] text-soft">
        <Explanation isReaderOnly text={monitor.explanation} timezone={monitor.schedule.timezone} />
      </span>
      {snooze === null ? null : (
        <span className="flex items-center gap-2 text-[clamp(16px,3.8cqi,40px)] leading-[1.35] font-medium">
          <Icon name="moon" className="size-5" />
          {words.snoozedBy(snooze.by, formatTime(Date.parse(snooze.until), ownZone(), now))}
        </span>
      )}
      {acknowledgedBy === null ? null : (
        <span className="flex items-center gap-2 text-[clamp(16px,3.8cqi,40px)] leading-[1.35] font-medium">
          <Icon name="check" className="size-5" />
          {words.acknowledgedBy(acknowledgedBy)}
        </span>
      )}
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
