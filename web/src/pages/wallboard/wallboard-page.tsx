import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { onCallQuery } from '../../data/alerts/on-call.ts';
import { useConnection, useLive } from '../../data/live/live.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { useSnooze } from '../../incident/use-snooze.ts';
import { SeverityTag } from '../../monitor/severity-tag.tsx';
import { STATUS_TEXT, StatusShape } from '../../monitor/status.tsx';
import { Explanation } from '../../time/explanation.tsx';
import { formatMs } from '../../time/format-duration.ts';
import { formatTime } from '../../time/format-time.ts';
import { useNow } from '../../time/ticker.ts';
import { pluralize } from '../../time/words.ts';
import { formatter, ownZone } from '../../time/zone.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { setPageTitle } from '../../ui/window/document-title.ts';
import { useMedia } from '../../ui/window/use-media.ts';
import { useSize } from '../../ui/window/use-size.ts';
import { words as statusWords } from '../../ui/words.ts';
import { type Board, type BoardEntry, boardOf, gridOf, pageOf } from './board.ts';

const words = {
  title: 'Wallboard',
  noSignal: 'NO SIGNAL',
  noSignalSince: (time: string) => `No data from the service since ${time}. This view is out of date.`,
  allWell: 'All is well',
  allWellHint: (count: number) => `${pluralize(count, 'monitor')} up`,
  empty: 'No monitors yet',
  counts: 'Monitors by status',
  since: (length: string) => `for ${length}`,
  dueIn: (length: string) => `${length} until missed`,
  streak: (count: number) => `${count} in a row`,
  acknowledgedBy: (name: string) => `${name} is on it`,
  snoozedBy: (name: string, until: string) => `Snoozed by ${name} until ${until}`,
  leave: 'Leave wallboard',
  fullScreen: 'Full screen',
  others: 'Other monitors',
  onCall: 'On call',
  onCallUntil: (time: string) => `until ${time}`,
  nobody: 'Nobody',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  page: ({ first, last, all }: { readonly first: number; readonly last: number; readonly all: number }) =>
    `${first === last ? first : `${first} to ${last}`} of ${all.toLocaleString('en')} monitors with a problem`,
  stop: 'Stop changing pages',
  rotate: 'Change pages',
} as const;

const route = getRouteApi('/signed-in/wallboard');

/**
 * Board of monitors for a television, worst first, readable from five metres. It is never green without a connection.
 */
export function WallboardPage() {
  const { data: account } = useSuspenseQuery(accountQuery);
  const search = route.useSearch();
  const { data, error } = useQuery(monitorsQuery);
  const connection = useConnection();
  const now = useNow();
  useLive();
  useEffect(() => {
    setPageTitle(`${words.title} · ${account.team?.name ?? ''}`);
  }, [account.team?.name]);
  const isLost = connection.state === 'lost';
  // Waits for the members on call. They are shown above the monitors, which would move down otherwise.
  const { isLoading } = useQuery(onCallQuery);
  const board = data === undefined || isLoading ? null : boardOf(data.monitors, search, now);
  return (
    <main
      className={classNames(
        'flex min-h-[calc(100dvh/var(--scale))] flex-col gap-6 bg-ground p-6 [zoom:var(--scale)] max-md:p-4 lg:h-[calc(100dvh/var(--scale))] lg:gap-4',
        SCALE_CLASS,
      )}
    >
      <header className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <h1 className="min-w-0 truncate text-display font-semibold">{account.team?.name}</h1>
        {board === null ? null : <Counts board={board} isLost={isLost} />}
        <Clock now={now} />
        <nav className="flex gap-2">
          <Button variant="quiet" onClick={() => void toggleFullScreen()}>
            <Icon name="wall" />
            {words.fullScreen}
          </Button>
          <Link to="/monitors" className={buttonClass('quiet')} aria-label={words.leave}>
            <Icon name="close" />
          </Link>
        </nav>
      </header>
      {isLost ? <NoSignal since={connection.since} now={now} /> : null}
      {error !== null && data === undefined ? <ErrorState error={error} /> : null}
      {board === null && (error === null || data !== undefined) ? <Skeleton className="h-96 w-full" /> : null}
      {board === null ? null : (
        <div className={classNames('flex min-h-0 flex-1 flex-col gap-6 lg:gap-4', isLost && 'grayscale')}>
          <OnCall now={now} />
          <Troubles board={board} now={now} isLost={isLost} />
          <Others board={board} />
        </div>
      )}
    </main>
  );
}

function Clock({ now }: { readonly now: number }) {
  const zone = ownZone();
  const time = formatter(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return <time className="numeric ml-auto text-display font-semibold">{time.format(now)}</time>;
}

function Counts({ board, isLost }: { readonly board: Board; readonly isLost: boolean }) {
  return (
    <ul
      aria-label={words.counts}
      className={classNames(
        'flex flex-wrap gap-x-6 gap-y-1 max-md:order-last max-md:w-full',
        isLost && 'grayscale',
      )}
    >
      {board.counts.map(({ status, count }) => (
        <li key={status} className="numeric flex items-center gap-2 text-title">
          <StatusShape status={status} silent className="size-5" />
          <span className="font-semibold">{count.toLocaleString('en')}</span>
          <span className="text-soft">{statusWords.status[status]}</span>
        </li>
      ))}
    </ul>
  );
}

function NoSignal({ since, now }: { readonly since: number; readonly now: number }) {
  return (
    <section role="alert" className="rounded-lg border-2 border-failing bg-panel px-6 py-5 text-center">
      <p className="text-[clamp(40px,8vw,96px)] font-bold leading-none tracking-wide text-failing">
        {words.noSignal}
      </p>
      <p className="pt-3 text-title">{words.noSignalSince(formatTime(since, ownZone(), now))}</p>
    </section>
  );
}

/** Matches screens that show the board without scrolling: the breakpoint `lg`. */
const SCREEN_QUERY = '(min-width: 1200px)';
/** How long a page of tiles is shown. */
const PAGE_MS = 12_000;

interface TroublesProps {
  readonly board: Board;
  readonly now: number;
  readonly isLost: boolean;
}

function Troubles({ board, now, isLost }: TroublesProps) {
  const isScreen = useMedia(SCREEN_QUERY);
  if (board.problems.length === 0) return isLost ? null : <NoProblems board={board} />;
  if (isScreen) return <TroublePages problems={board.problems} now={now} />;
  return (
    <section className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-4">
      {board.problems.slice(0, LISTED_MAX).map((trouble) => (
        <TroubleTile key={trouble.monitor.shortID} trouble={trouble} now={now} isFixed={false} />
      ))}
      {board.problems.length <= LISTED_MAX ? null : (
        <p className="self-center text-title text-soft">{words.more(board.problems.length - LISTED_MAX)}</p>
      )}
    </section>
  );
}

/** Maximum tiles on a phone. */
const LISTED_MAX = 100;

/**
 * Shows all tiles without scrolling, because a television has no mouse. Tiles that don't fit follow on further pages, which take
 * turns.
 */
function TroublePages({ problems, now }: { readonly problems: Board['problems']; readonly now: number }) {
  const [space, size] = useSize<HTMLElement>();
  const [stoppedAt, setStoppedAt] = useState<number | null>(null);
  const { columns, rows, pages } = gridOf(problems.length, size);
  const page = Math.floor((stoppedAt ?? now) / PAGE_MS) % pages;
  const shown = pageOf(problems, page, pages);
  const first = page * Math.ceil(problems.length / pages) + 1;
  return (
    <>
      <section
        ref={space}
        className="grid min-h-0 flex-1 gap-4"
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
        }}
      >
        {size.height === 0
          ? null
          : shown.map((trouble) => (
              <TroubleTile key={trouble.monitor.shortID} trouble={trouble} now={now} isFixed />
            ))}
      </section>
      {pages === 1 ? null : (
        <p className="numeric flex items-center gap-3 text-title text-soft">
          <span>{words.page({ first, last: first + shown.length - 1, all: problems.length })}</span>
          <span aria-hidden="true" className="flex gap-1.5">
            {Array.from({ length: pages }, (_, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity.
                key={index}
                className={classNames('size-2 rounded-full', index === page ? 'bg-ink' : 'bg-line-strong')}
              />
            ))}
          </span>
          <Button variant="quiet" onClick={() => setStoppedAt(stoppedAt === null ? now : null)}>
            <Icon name={stoppedAt === null ? 'pause' : 'play'} />
            {stoppedAt === null ? words.stop : words.rotate}
          </Button>
        </p>
      )}
    </>
  );
}

function NoProblems({ board }: { readonly board: Board }) {
  const isEmpty = board.others.length === 0;
  return (
    <section className="flex flex-1 flex-col items-center justify-center gap-4 py-10 text-center">
      {isEmpty ? null : <StatusShape status="up" silent className="size-32" />}
      <p className="text-[clamp(32px,5vw,64px)] font-semibold leading-[1.2]">
        {isEmpty ? words.empty : words.allWell}
      </p>
      {isEmpty ? null : <p className="text-title text-soft">{words.allWellHint(board.up)}</p>}
    </section>
  );
}

/**
 * Enlarges the board, because televisions are viewed from a distance. The scale drops at the breakpoint `3xl`, where all sizes
 * are already larger.
 */
const SCALE_CLASS =
  '[--scale:1] min-[1800px]:[--scale:1.25] min-[2400px]:[--scale:1.6] 3xl:[--scale:1.3] min-[3400px]:[--scale:1.85]';

function Others({ board }: { readonly board: Board }) {
  if (board.others.length === 0) return null;
  const hidden = board.others.length - OTHERS_MAX;
  return (
    <section aria-label={words.others} className="mt-auto">
      <ul className="flex flex-wrap gap-1.5">
        {board.others.slice(0, OTHERS_MAX).map(({ monitor, status }) => (
          <li key={monitor.shortID} title={monitor.name}>
            <StatusShape status={status} className="size-4 lg:size-5" />
            <span className="sr-only">{monitor.name}</span>
          </li>
        ))}
        {hidden <= 0 ? null : <li className="text-soft">{words.more(hidden)}</li>}
      </ul>
    </section>
  );
}

/** Maximum other monitors that are drawn as shapes: about four rows of a screen. */
const OTHERS_MAX = 220;

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
  else await document.exitFullscreen();
}

/** The members on call, in each schedule. */
function OnCall({ now }: { readonly now: number }) {
  const { data = [] } = useQuery(onCallQuery);
  if (data.length === 0) return null;
  return (
    <ul aria-label={words.onCall} className="flex flex-wrap gap-3">
      {data.map(({ schedule, member, until }) => (
        <li
          key={schedule.shortID}
          className="flex flex-wrap items-baseline gap-x-3 rounded-lg border border-line bg-panel px-4 py-2 text-title"
        >
          <span className="flex items-center gap-2 text-soft">
            <Icon name="phone" />
            {schedule.name}
          </span>
          {member === null ? (
            <span className="flex items-center gap-2 font-semibold text-down">
              <Icon name="incidents" />
              {words.nobody}
            </span>
          ) : (
            <span className="font-semibold">{member.name}</span>
          )}
          {until === null ? null : (
            <span className="numeric text-soft">
              {words.onCallUntil(formatTime(Date.parse(until), ownZone(), now))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const EDGE = { down: 'border-down', failing: 'border-failing', late: 'border-late' } as const;

interface TroubleTileProps {
  readonly trouble: BoardEntry;
  readonly now: number;
  /** Whether the tile has a fixed height, which also limits its text. */
  readonly isFixed: boolean;
}

function TroubleTile({ trouble, now, isFixed }: TroubleTileProps) {
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
