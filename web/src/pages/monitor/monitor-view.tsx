import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { MonitorRow, Run } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { words as channelWords } from '../../channel/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { applyToMonitorList, monitorQuery } from '../../data/monitors/monitors.ts';
import { statusAt } from '../../data/monitors/status-at.ts';
import { searchForRun } from '../../data/runs/run-search.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { useScene } from '../../drawing/use-scene.ts';
import { useView } from '../../drawing/use-view.ts';
import { ManagedBadge } from '../../managed/managed-notice.tsx';
import { BaseURLNotice } from '../../monitor/base-url-notice.tsx';
import { HiddenPingURL } from '../../monitor/hidden-ping-url.tsx';
import { STATUS_BOX, STATUS_TEXT, StatusShape } from '../../monitor/status.tsx';
import { useFirstFailure } from '../../monitor/use-first-failure.ts';
import { Explanation } from '../../time/explanation.tsx';
import { useAtEachSecond } from '../../time/ticker.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useMedia } from '../../ui/window/use-media.ts';
import { useScrollTarget } from '../../ui/window/use-scroll-target.ts';
import { eventElementID } from './events/event-place.ts';
import { Figures } from './figures/figures.tsx';
import { LastAlerts } from './last-alerts.tsx';
import { MonitorActions } from './monitor-actions.tsx';
import { isNewMonitor, MonitorOverview, useIsHeadLoading } from './monitor-overview.tsx';
import { type MonitorTab, MonitorTabs, tabsOf } from './monitor-tabs.tsx';
import { RunsPanel } from './runs/runs-panel.tsx';
import { usualSpan } from './runs/usual-zoom.ts';
import { YEAR_VIEW_MS_MIN, YearBelow } from './runs/year.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/monitors/$shortID');
const NO_RUNS: readonly Run[] = [];

/** A tab, and the event or run in the tab that the page scrolls to. */
interface TabPlace {
  readonly tab: MonitorTab;
  readonly event?: string | undefined;
  readonly run?: string | undefined;
}

export function MonitorView({ monitor }: { readonly monitor: MonitorRow }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isPhone = useMedia('(max-width: 767px)');
  const isNew = isNewMonitor(monitor);
  const names = tabsOf(monitor);
  // If the page was opened for a new monitor, its layout stays when the first ping arrives.
  const [startedNew] = useState(isNew);
  const tab =
    names.find((name) => name === search.tab) ??
    (isChecked(monitor) ? 'runs' : startedNew ? 'snippets' : 'events');
  const timeline = useView(search, usualSpan(monitor.schedule), (change) => {
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  });
  // The parts below the head stay invisible until its height is known, so that nothing moves.
  const isHeadLoading = useIsHeadLoading(monitor);
  // The page of a new monitor stays visible, because the user is probably waiting for the first ping.
  const below = isHeadLoading && !startedNew ? 'invisible' : '';
  const loaded = useScene(monitor, { view: timeline.view, now: timeline.now });

  const runs = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const isPlaceNamed = [search.tab, search.event, search.run].some((name) => name !== undefined);
  const place = isPlaceNamed ? placeOf({ ...search, tab }) : null;
  /** Part of the page that the user opened by clicking a tab. It is visible already, so the page doesn't scroll to it. */
  const ownPlace = useRef<string | null>(null);
  useScrollTarget(place, () => {
    if (place === ownPlace.current) return null;
    const row =
      search.event === undefined
        ? tabs.current?.querySelector('[aria-current=true]')
        : document.getElementById(eventElementID(Number(search.event)));
    return row ?? tabs.current;
  });

  function openHere(change: TabPlace): void {
    ownPlace.current = placeOf(change);
    open(change);
  }

  function open(change: TabPlace): void {
    void navigate({
      search: (before) => ({ ...before, event: undefined, run: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <div className="2xl:grid 2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] 2xl:items-start 2xl:gap-x-8">
      <div className="2xl:col-span-2">
        <MonitorHeader monitor={monitor} hasActions={!isPhone} />
      </div>
      <div className="flex min-w-0 flex-col">
        <StatusAnnouncer key={monitor.shortID} monitor={monitor} />
        <MonitorOverview monitor={monitor} />
        <div className={`flex flex-col ${below}`}>
          {isPhone ? (
            <div className="flex flex-wrap gap-2 py-3">
              <MonitorActions monitor={monitor} />
            </div>
          ) : null}
          <LastAlerts monitor={monitor} />
          <PingNotices shortID={monitor.shortID} />
        </div>
        {startedNew ? <FirstReport monitor={monitor} /> : null}
        {isNew ? null : (
          <div className={`flex flex-col gap-4 pb-6 pt-4 ${below}`}>
            <div ref={runs} className="scroll-mt-4">
              <RunsPanel
                monitor={monitor}
                timeline={timeline}
                loaded={loaded}
                onOpen={(run) => open(searchForRun(run))}
              />
            </div>
            <Figures monitor={monitor} timeline={timeline} runs={loaded.isDense ? NO_RUNS : loaded.runs} />
            {timeline.isFollowing && timeline.view.to - timeline.view.from >= YEAR_VIEW_MS_MIN ? null : (
              <YearBelow
                monitor={monitor}
                onOpen={(day) => {
                  timeline.change(day);
                  runs.current?.scrollIntoView({ block: 'nearest' });
                }}
              />
            )}
          </div>
        )}
      </div>
      <div ref={tabs} className={`min-w-0 scroll-mt-4 2xl:visible ${below}`}>
        <MonitorTabs
          monitor={monitor}
          tab={tab}
          openedEvent={search.event === undefined ? null : Number(search.event)}
          markedRun={search.run}
          onOpen={openHere}
        />
      </div>
    </div>
  );
}

/** Returns a text that differs for each place of the tabs. */
function placeOf({ tab, event = '', run = '' }: TabPlace): string {
  return `${tab} ${event} ${run}`;
}

/**
 * Tells screen readers the explanation of each new status. The visible explanation moves to another element when an incident opens
 * or ends, and screen readers don't announce new elements.
 */
function StatusAnnouncer({ monitor }: { readonly monitor: MonitorRow }) {
  const { status, explanation, schedule } = monitor;
  const [announced, setAnnounced] = useState('');
  const known = useRef(status);
  useEffect(() => {
    if (status === known.current) return;
    known.current = status;
    setAnnounced(explanation);
  }, [status, explanation]);
  return (
    <p role="status" className="sr-only">
      {announced === '' ? null : <Explanation text={announced} timezone={schedule.timezone} />}
    </p>
  );
}

interface MonitorHeaderProps {
  readonly monitor: MonitorRow;
  /** Whether the header contains the actions. On phones, they are below the verdict. */
  readonly hasActions: boolean;
}

function MonitorHeader({ monitor, hasActions }: MonitorHeaderProps) {
  const status = useAtEachSecond((now) => statusAt(monitor, now));
  const { data: projects } = useQuery(projectsQuery);
  const project = projects?.find(({ shortID }) => shortID === monitor.projectShortID);
  return (
    <PageHeader
      title={monitor.name}
      trail={
        <>
          <Link to="/monitors" activeOptions={{ exact: true }}>
            {words.back}
          </Link>
          {project === undefined ? null : (
            <Link to="/monitors" search={{ project: project.shortID }}>
              {project.name}
            </Link>
          )}
        </>
      }
      lead={<StatusShape status={status} className="size-4.5" />}
      summary={
        <span className="flex min-w-0 flex-wrap items-center gap-1 max-md:hidden">
          {monitor.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          <ManagedBadge id={monitor.shortID} />
          {monitor.maintenance ? <Tag variant="accent">{words.maintenance}</Tag> : null}
        </span>
      }
      actions={hasActions ? <MonitorActions monitor={monitor} /> : undefined}
    />
  );
}

/** A new job waits for its first ping. A target is checked at once, so its page only says if nobody would be alerted. */
function FirstReport({ monitor }: { readonly monitor: MonitorRow }) {
  if (!isChecked(monitor)) return <FirstPing monitor={monitor} />;
  return (
    <div className="py-4 empty:hidden">
      <NoChannel />
    </div>
  );
}

function FirstPing({ monitor }: { readonly monitor: MonitorRow }) {
  const [firstPingAt, setFirstPingAt] = useState(monitor.lastPingAt);
  const hasArrived = monitor.lastPingAt !== '';
  // Later pings don't change the time.
  if (hasArrived && firstPingAt === '') setFirstPingAt(monitor.lastPingAt);
  const failure = useFirstFailure(monitor);
  const arrived = failure === null ? words.first.came : words.first.cameFailed;
  // If the first ping was a success, the box stays green, because a later failure has its own place at the top of the page.
  const status = !hasArrived ? 'new' : failure === null ? 'up' : monitor.status;
  return (
    <section
      className={`calm mb-5 mt-4 flex flex-col gap-3 rounded-lg border p-5 transition-colors ${STATUS_BOX[status]}`}
    >
      <div className="flex items-start gap-4">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-panel">
          <StatusShape status={status} silent className="size-7" />
        </span>
        <div>
          <h2 aria-live="polite" className={`text-lg font-semibold ${hasArrived ? STATUS_TEXT[status] : ''}`}>
            {hasArrived ? arrived : words.first.title}
          </h2>
          <p className="text-soft">
            {hasArrived ? (
              <>
                <Moment at={firstPingAt} show="both" /> {words.first.cameHint}
              </>
            ) : (
              words.first.hint
            )}
          </p>
        </div>
      </div>
      {hasArrived ? null : monitor.pingURL === '' ? (
        <HiddenPingURL />
      ) : (
        <div>
          <CodeBlock label={words.first.command} code={`curl -fsS -m 10 --retry 5 ${monitor.pingURL}`} />
          <BaseURLNotice />
        </div>
      )}
      <NoChannel />
    </section>
  );
}

/** While the team has no channel, says that nobody is alerted. */
function NoChannel() {
  const { data: channels } = useQuery(channelsQuery);
  if (channels === undefined || channels.length > 0) return null;
  return (
    <p>
      {channelWords.nobody}{' '}
      <Link to="/channels/new" className="font-medium link">
        {words.first.addChannel}
      </Link>
    </p>
  );
}

function PingNotices({ shortID }: { readonly shortID: string }) {
  const { data: notices = [] } = useQuery({ ...monitorQuery(shortID), select: (monitor) => monitor.notices });
  const mayChange = useHasRole('member');
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.monitors.dismissNotices(shortID),
    onSuccess: (dismissed) => applyToMonitorList([dismissed]),
    onError: (error) => toast({ title: words.failed, detail: messageOf(error), kind: 'problem' }),
  });
  if (notices.length === 0) return null;
  return (
    <Panel
      className="mt-4 max-w-280"
      title={words.pingNotices.title}
      actions={
        mayChange ? (
          <Button needsService busy={isPending} onClick={() => mutate()}>
            {words.pingNotices.dismiss}
          </Button>
        ) : null
      }
    >
      <ul className="flex flex-col gap-3">
        {notices.map((notice) => (
          <li key={notice.kind} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2">
              <Tag variant={notice.kind === 'unknown_call' ? 'problem' : 'warning'}>
                {words.pingNotices.kind[notice.kind]}
              </Tag>
              <span className="min-w-0 break-words">{notice.message}</span>
            </span>
            <span className="numeric flex flex-wrap gap-x-1.5 text-soft">
              {words.pingNotices.count[notice.kind](notice.count)}
              <Moment at={notice.lastAt} />
              {words.pingNotices.from(notice.remoteAddress)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
