import { Link } from '@tanstack/react-router';
import { STATUS_TEXT, StatusShape } from '../../monitor/status.tsx';
import { formatMs } from '../../time/format-duration.ts';
import { JobClock } from '../../time/job-clock.tsx';
import { classNames } from '../../ui/class-names.ts';
import { words as statusWords } from '../../ui/words.ts';
import type { Shown } from './board.ts';
import { words } from './words.ts';

const EDGE = { down: 'border-down', failing: 'border-failing', late: 'border-late' } as const;

export function TroubleTile({
  trouble: { monitor, status },
  now,
}: {
  readonly trouble: Shown;
  readonly now: number;
}) {
  const edge = status === 'down' || status === 'failing' || status === 'late' ? EDGE[status] : 'border-line';
  return (
    <Link
      to="/monitors/$shortID"
      params={{ shortID: monitor.shortID }}
      className={classNames('flex flex-col gap-2 rounded-lg border-2 bg-panel p-5', edge)}
    >
      <span className="flex items-center gap-3">
        <StatusShape status={status} silent className="size-7" />
        <span className="min-w-0 flex-1 truncate text-[24px] font-semibold leading-8">{monitor.name}</span>
      </span>
      <span className={classNames('numeric text-lg font-semibold', STATUS_TEXT[status])}>
        {statusWords.status[status]}
        {monitor.failureStreak > 1 ? ` · ${words.streak(monitor.failureStreak)}` : ''}
        {status === 'late' && monitor.deadlineAt !== null
          ? ` · ${words.dueIn(formatMs(Date.parse(monitor.deadlineAt) - now))}`
          : ''}
      </span>
      <span className="line-clamp-4 text-lg text-soft">
        {monitor.explanation}
        <JobClock text={monitor.explanation} timezone={monitor.schedule.timezone} />
      </span>
    </Link>
  );
}
