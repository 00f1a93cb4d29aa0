import type { MonitorRow, Run, Status } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isUnacknowledged } from '../../data/monitors/acknowledgement.ts';
import { useRecentRuns } from '../../data/runs/recent-runs.ts';
import { isHealthy, RUN_COLOR, timeOf } from '../../drawing/runs/run-colors.ts';
import { RunStrip } from '../../drawing/runs/run-strip.tsx';
import { useSnooze } from '../../incident/use-snooze.ts';
import { HiddenPingURL } from '../../monitor/hidden-ping-url.tsx';
import { linksOf, SettingLink } from '../../monitor/setting-links.tsx';
import { STATUS_TEXT, StatusBadge } from '../../monitor/status.tsx';
import { Explanation } from '../../time/explanation.tsx';
import { formatMs, formatSeconds } from '../../time/format-duration.ts';
import { formatTime } from '../../time/format-time.ts';
import { LiveText } from '../../time/live-text.tsx';
import { ownZone } from '../../time/zone.ts';
import { Button, buttonClass, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Linked } from '../../ui/linked/linked.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { words as ui } from '../../ui/words.ts';
import { writeNextRun } from './row-texts.ts';
import { words } from './words.ts';

const { panel } = words;
const RUNS_SHOWN = 8;

interface DetailPanelProps {
  readonly monitor: MonitorRow;
  readonly status: Status;
  readonly project: string;
  readonly mayChange: boolean;
  readonly onClose: () => void;
  readonly onAcknowledge: () => void;
  readonly onPause: () => void;
  readonly onMute: () => void;
  /** Whether the parent provides the title and close button. */
  readonly bare?: boolean;
}

export function DetailPanel(props: DetailPanelProps) {
  const { monitor, status, mayChange, onClose, onAcknowledge, onPause, onMute, bare } = props;
  const { shortID } = monitor;
  const write = useCallback((now: number) => writeBesideStatus(monitor, status, now), [monitor, status]);
  return (
    <div className="flex flex-col gap-4">
      {bare === true ? null : (
        <header className="-mb-2 flex items-start gap-2">
          <h2 className="min-w-0 flex-1 text-lg font-semibold [overflow-wrap:anywhere]">{monitor.name}</h2>
          <IconButton label={panel.close} onClick={onClose} className="-mr-2 -mt-1">
            <Icon name="close" />
          </IconButton>
        </header>
      )}
      <div className="flex items-baseline justify-between gap-3">
        <StatusBadge status={status} />
        <LiveText write={write} className={`numeric ${STATUS_TEXT[status]}`} />
      </div>
      <p className="[overflow-wrap:anywhere]">
        <Explanation text={monitor.explanation} timezone={monitor.schedule.timezone} />
      </p>
      <SnoozedNote monitor={monitor} />
      {monitor.incident?.acknowledgedBy == null ? null : (
        <p className="flex items-center gap-1.5 font-medium">
          <Icon name="check" />
          {words.acknowledgedBy(monitor.incident.acknowledgedBy)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {mayChange && isUnacknowledged(monitor) ? (
          <Button needsService onClick={onAcknowledge}>
            <Icon name="check" />
            {words.bulk.acknowledge}
          </Button>
        ) : null}
        <Link to="/monitors/$shortID" params={{ shortID }} className={buttonClass('primary')}>
          {panel.open}
          <Icon name="arrow" />
        </Link>
        {monitor.incident === null ? null : (
          <Link
            to="/incidents/$incidentID"
            params={{ incidentID: monitor.incident.incidentID }}
            className={buttonClass()}
          >
            <Icon name="incidents" />
            {panel.incident}
          </Link>
        )}
        {mayChange ? (
          <>
            <Button onClick={onPause}>
              <Icon name={monitor.paused ? 'play' : 'pause'} />
              {monitor.paused ? words.bulk.resume : words.bulk.pause}
            </Button>
            <Button onClick={onMute}>
              <Icon name="mute" />
              {words.bulk.mute}
            </Button>
            <Link to="/monitors/$shortID/edit" params={{ shortID }} className={buttonClass('plain')}>
              <Icon name="edit" />
              {panel.edit}
            </Link>
          </>
        ) : null}
      </div>
      <LastRuns monitor={monitor} />
      <FactList {...props} />
    </div>
  );
}

/** Formats the monitor's state without its status, which the panel shows separately. */
function writeBesideStatus(monitor: MonitorRow, status: Status, now: number): string {
  if (status === 'paused') return '';
  if (status === 'down' && monitor.downSince !== null) return formatMs(now - Date.parse(monitor.downSince));
  return writeNextRun(monitor, status, now);
}

function LastRuns({ monitor }: { readonly monitor: MonitorRow }) {
  const runs = useRecentRuns(monitor);
  return (
    <section>
      <h3 className="pb-2 text-xs font-medium text-soft">{panel.runs}</h3>
      {runs === undefined ? <Skeleton className="h-40 w-full" /> : null}
      {runs?.length === 0 ? <p className="text-soft">{panel.noRuns}</p> : null}
      {runs === undefined || runs.length === 0 ? null : (
        <>
          <RunStrip runs={runs} />
          <ul className="pt-2 text-table">
            {runs.slice(0, RUNS_SHOWN).map((run) => (
              <RunLine key={`${run.runID}${run.expectedAt ?? run.startEvent ?? run.endEvent}`} run={run} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function RunLine({ run }: { readonly run: Run }) {
  const at = timeOf(run);
  return (
    <li className="flex h-7 items-center gap-2">
      <span aria-hidden="true" className="h-3 w-1 rounded-sm" style={markStyle(run)} />
      <span className={isHealthy(run.state) ? undefined : 'font-medium'}>{ui.runState[run.state]}</span>
      {run.late ? <Tag variant="warning">{ui.lateRun}</Tag> : null}
      <span className="numeric ml-auto text-soft">
        {run.duration === null ? null : formatSeconds(run.duration)}
      </span>
      <span className="numeric w-32 text-right text-soft">
        {Number.isFinite(at) ? <Moment at={new Date(at).toISOString()} /> : null}
      </span>
    </li>
  );
}

function markStyle({ state }: Run) {
  const color = RUN_COLOR[state];
  const isHollow = state === 'missed' || state === 'unknown';
  return isHollow ? { boxShadow: `inset 0 0 0 1px ${color}` } : { background: color };
}

function FactList({ monitor, project }: DetailPanelProps) {
  const { url, schedule, tags, lastPingAt, nextExpectedAt, deadlineAt, description } = monitor;
  return (
    <dl className="flex flex-col gap-3 border-t border-line pt-4">
      {url === null ? null : (
        <Fact name={panel.target}>
          <code className="font-mono text-xs wrap-anywhere">{url}</code>
        </Fact>
      )}
      <Fact name={panel.schedule}>{schedule.summary}</Fact>
      {lastPingAt === '' ? null : (
        <Fact name={panel.last}>
          <Moment at={lastPingAt} zone={schedule.timezone} show="both" />
        </Fact>
      )}
      {nextExpectedAt === null ? null : (
        <Fact name={url === null ? panel.next : panel.nextCheck}>
          <Moment at={nextExpectedAt} zone={schedule.timezone} show="both" />
        </Fact>
      )}
      {deadlineAt === null ? null : (
        <Fact name={panel.deadline}>
          <Moment at={deadlineAt} zone={schedule.timezone} />
        </Fact>
      )}
      <Fact name={panel.project}>{project}</Fact>
      {tags.length === 0 ? null : (
        <Fact name={panel.tags}>
          <span className="flex flex-wrap gap-1">
            {tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
        </Fact>
      )}
      {url === null ? <PingURL monitor={monitor} /> : null}
      {description === '' ? null : (
        <Fact name={panel.description}>
          <span className="whitespace-pre-line [overflow-wrap:anywhere]">
            <Linked text={description} />
          </span>
        </Fact>
      )}
      {linksOf(monitor).map(({ label, url }) => (
        <Fact key={label} name={label}>
          <SettingLink url={url} />
        </Fact>
      ))}
    </dl>
  );
}

function PingURL({ monitor: { pingURL } }: { readonly monitor: MonitorRow }) {
  return (
    <Fact name={panel.pingURL}>
      {pingURL === '' ? (
        <HiddenPingURL />
      ) : (
        <span className="flex items-center gap-1">
          <code className="min-w-0 flex-1 truncate font-mono text-xs" title={pingURL}>
            {pingURL}
          </code>
          <CopyButton bare text={pingURL} label={panel.copyPingURL} />
        </span>
      )}
    </Fact>
  );
}

function SnoozedNote({ monitor: { incident } }: { readonly monitor: MonitorRow }) {
  const snooze = useSnooze(incident);
  if (snooze === null) return null;
  return (
    <p className="flex items-center gap-1.5 font-medium">
      <Icon name="moon" />
      {words.snoozedBy(snooze.by, formatTime(Date.parse(snooze.until), ownZone(), Date.now()))}
    </p>
  );
}
