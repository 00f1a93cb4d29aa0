import type { MonitorEvent, MonitorRow } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type LastRun as LastRunData, lastRunQuery, type RunLog } from '../../../data/runs/last-run.ts';
import { newestRunsQuery } from '../../../data/runs/spans.ts';
import { RunMark } from '../../../drawing/runs/run-mark.tsx';
import { LogEnd } from '../../../log/log-end.tsx';
import { formatSeconds } from '../../../time/format-duration.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { words as uiWords } from '../../../ui/words.ts';
import { isOutlier, normalRangeOf } from '../figures/normal-range.ts';

const words = {
  title: 'Last run',
  titleFollowed: 'Last run that reported',
  took: 'Took',
  normal: (low: string, high: string) => `normally ${low} to ${high}`,
  unusual: 'unusual',
  exit: 'Exit status',
  reported: 'Reported by',
  from: (address: string) => `from ${address}`,
  log: 'Log of the last run',
  whole: 'Whole log',
  event: 'Show event',
  binary: 'The log of the run isn’t text.',
  noLog: 'The run sent no log. Send the output of the job with the ping, for example with',
  noLogExample: 'curl --data-binary @FILE',
  snippets: 'Show snippets',
} as const;

/** Maximum number of log lines to show. Further lines are one click away. */
const LINES_MAX = 8;

/** The last run that reported its end, with the end of its log. Renders nothing before the first run has ended. */
export function LastRun({ monitor }: { readonly monitor: MonitorRow }) {
  const { data } = useQuery(lastRunQuery(monitor.shortID));
  if (data == null) return null;
  const { run, isFollowed, log } = data;
  const shown = log?.event ?? run.endEvent;
  return (
    <div className="pt-3">
      <Panel
        flush
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            {isFollowed ? words.titleFollowed : words.title}
            <span className="inline-flex flex-wrap items-center gap-x-2 font-normal">
              <RunMark state={run.state} />
              {uiWords.runState[run.state]}
              {run.endedAt === null ? null : (
                <Moment at={run.endedAt} zone={monitor.schedule.timezone} show="both" />
              )}
            </span>
          </span>
        }
        actions={
          shown === null ? null : (
            <Link
              to="."
              search={(before: object) => ({ ...before, tab: 'events', event: String(shown) })}
              className={buttonClass('quiet')}
            >
              {log === null ? words.event : words.whole}
            </Link>
          )
        }
      >
        <Facts monitor={monitor} last={data} />
        <Log log={log} />
      </Panel>
    </div>
  );
}

function Facts({ monitor, last }: { readonly monitor: MonitorRow; readonly last: LastRunData }) {
  const { run, end } = last;
  if (run.duration === null && end === null) return null;
  return (
    <dl className="numeric flex flex-wrap gap-x-6 gap-y-0.5 px-4 py-2">
      {run.duration === null ? null : (
        <Fact name={words.took}>
          <span className="font-medium">{formatSeconds(run.duration)}</span>{' '}
          <Normal shortID={monitor.shortID} duration={run.duration} />
        </Fact>
      )}
      {end === null ? null : (
        <>
          {end.exitStatus === null ? null : (
            <Fact name={words.exit}>
              <span className={end.exitStatus === 0 ? 'font-medium' : 'font-medium text-down'}>
                {end.exitStatus}
              </span>
            </Fact>
          )}
          <Fact name={words.reported}>
            <Reporter end={end} />
          </Fact>
        </>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-x-1.5">
      <dt className="shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Normal({ shortID, duration }: { readonly shortID: string; readonly duration: number }) {
  const { data: runs } = useQuery(newestRunsQuery(shortID));
  const known = runs === undefined ? null : normalRangeOf(runs);
  if (known?.kind !== 'known') return null;
  const { range } = known;
  const normal = words.normal(formatSeconds(range.low), formatSeconds(range.high));
  return isOutlier(duration, range) ? (
    <span className="text-failing">
      ({words.unusual}, {normal})
    </span>
  ) : (
    <span className="text-soft">({normal})</span>
  );
}

/** The program and address that sent the end of the run. */
function Reporter({ end: { userAgent, method, remoteAddress } }: { readonly end: MonitorEvent }) {
  return (
    <span className="flex min-w-0 flex-wrap gap-x-1.5">
      <span title={userAgent} className="max-w-100 min-w-0 truncate">
        {userAgent === '' ? method : userAgent}
      </span>
      {remoteAddress === '' ? null : <span className="text-soft">{words.from(remoteAddress)}</span>}
    </span>
  );
}

function Log({ log }: { readonly log: RunLog | null }) {
  if (log === null)
    return (
      <p className="border-t border-line px-4 py-2 text-soft">
        {words.noLog} <code className="font-mono text-xs">{words.noLogExample}</code>.{' '}
        <Link
          to="."
          search={(before: object) => ({ ...before, tab: 'snippets', event: undefined, run: undefined })}
          className="text-accent hover:underline"
        >
          {words.snippets}
        </Link>
      </p>
    );
  if (log.text === null) return <p className="border-t border-line px-4 py-2 text-soft">{words.binary}</p>;
  return (
    <div className="border-t border-line">
      <LogEnd key={log.event} text={log.text} label={words.log} linesMax={LINES_MAX} className="max-h-44" />
    </div>
  );
}
