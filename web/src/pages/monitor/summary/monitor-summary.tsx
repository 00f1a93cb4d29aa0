import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { MonitorRow } from '@overdue/sdk';
import { useEffect } from 'react';
import { useHasRole } from '../../../data/account/account.ts';
import { statusAt } from '../../../data/monitors/status-at.ts';
import { queryClient } from '../../../data/query-client.ts';
import { describedLink } from '../../../monitor/described-link.ts';
import { formatSchedule } from '../../../monitor/schedule-text.ts';
import { SettingLinks } from '../../../monitor/setting-links.tsx';
import { STATUS_TEXT } from '../../../monitor/status.tsx';
import { Explanation } from '../../../time/explanation.tsx';
import { formatMs } from '../../../time/format-duration.ts';
import { formatOnClock, formatTime } from '../../../time/format-time.ts';
import { useAtEachSecond, useNow } from '../../../time/ticker.ts';
import { words as timeWords } from '../../../time/words.ts';
import { ownZone, zonesDiffer } from '../../../time/zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Linked } from '../../../ui/linked/linked.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useEdit } from '../use-edit.ts';
import { words } from '../words.ts';

interface MonitorSummaryProps {
  readonly monitor: MonitorRow;
  /** Whether the incident above this component already shows the sentence and the links. */
  readonly isBelowIncident?: boolean;
}

export function MonitorSummary({ monitor, isBelowIncident = false }: MonitorSummaryProps) {
  const status = useAtEachSecond((now) => statusAt(monitor, now));
  // Reads the server's sentence again, because it changes with the status.
  useEffect(() => {
    if (status !== monitor.status)
      void queryClient.invalidateQueries({ queryKey: ['monitor', monitor.shortID] });
  }, [status, monitor.status, monitor.shortID]);
  return (
    <div className="flex max-w-280 flex-col gap-1">
      {isBelowIncident ? null : (
        <p className="text-lg">
          <Explanation
            text={monitor.explanation}
            timezone={monitor.schedule.timezone}
            statusClass={STATUS_TEXT[status]}
          />
        </p>
      )}
      <p className="numeric flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        <Countdown monitor={monitor} showsDown={!isBelowIncident} />
        {monitor.url === null ? null : <code className="font-mono text-xs wrap-anywhere">{monitor.url}</code>}
        <ScheduleText monitor={monitor} />
        {monitor.failureStreak > 1 ? (
          <Tag variant="problem">{words.streak(monitor.failureStreak)}</Tag>
        ) : null}
        {monitor.tags.map((tag) => (
          <span key={tag} className="md:hidden">
            <Tag>{tag}</Tag>
          </span>
        ))}
      </p>
      {monitor.description === '' ? null : (
        <p className="whitespace-pre-line break-words text-soft">
          <Linked text={monitor.description} />
        </p>
      )}
      {isBelowIncident ? null : (
        <>
          <OfferedLink monitor={monitor} />
          <SettingLinks settings={monitor} />
        </>
      )}
    </div>
  );
}

function Countdown({ monitor, showsDown }: { readonly monitor: MonitorRow; readonly showsDown: boolean }) {
  // Computed every second, but renders only when the result changes.
  const moment = useAtEachSecond((now) => {
    const next = nextMoment(monitor, now);
    return next === null ? '' : `${next.kind} ${next.at}`;
  });
  const [kind, at] = moment.split(' ');
  const downFor = useAtEachSecond((now) =>
    monitor.downSince === null || !showsDown ? '' : formatMs(now - Date.parse(monitor.downSince)),
  );
  // Whether the sentence already contains the times. For a monitor that is down, the sentence describes only the past.
  const isInSentence = kind !== 'unmuted' && monitor.status !== 'down';
  return (
    <>
      {downFor === '' ? null : (
        <span>
          {words.downFor} <span className="font-medium text-ink">{downFor}</span>
        </span>
      )}
      {kind === 'unmuted' ? null : <MuteEnd monitor={monitor} />}
      {at === undefined || (kind !== 'expected' && kind !== 'missed' && kind !== 'unmuted') ? null : (
        <span>
          {words.moments[kind === 'expected' && isChecked(monitor) ? 'check' : kind]}{' '}
          <span className="font-medium text-ink">
            <LiveDistance at={at} />
          </span>
          {isInSentence ? null : (
            <MomentTimes
              at={at}
              deadlineAt={kind === 'expected' ? monitor.deadlineAt : null}
              monitor={monitor}
            />
          )}
        </span>
      )}
    </>
  );
}

function ScheduleText({ monitor: { schedule } }: { readonly monitor: MonitorRow }) {
  const text = useAtEachSecond((now) => formatSchedule(schedule, now));
  return <span>{text}</span>;
}

function MuteEnd({ monitor: { mutedUntil } }: { readonly monitor: MonitorRow }) {
  const now = useNow();
  if (mutedUntil === null || Date.parse(mutedUntil) <= now) return null;
  return (
    <span>
      {words.moments.unmuted}{' '}
      <span className="font-medium text-ink">
        <LiveDistance at={mutedUntil} />
      </span>
      <span aria-hidden="true"> · </span>
      {formatTime(Date.parse(mutedUntil), ownZone(), now)}
    </span>
  );
}

interface MomentTimesProps {
  readonly at: string;
  readonly deadlineAt: string | null;
  readonly monitor: MonitorRow;
}

/** Shows the times that the sentence doesn't contain. Adds the times on the job's clock if they differ. */
function MomentTimes({ at, deadlineAt, monitor: { schedule } }: MomentTimesProps) {
  const now = useNow();
  const own = ownZone();
  const zone = schedule.timezone;
  const [first, last] = [Date.parse(at), deadlineAt === null ? null : Date.parse(deadlineAt)];
  const onJobClock = [first, ...(last === null ? [] : [last])].map((time) =>
    formatOnClock(time, { zone, own }),
  );
  return (
    <>
      <span aria-hidden="true"> · </span>
      {formatTime(first, own, now)}
      {last === null ? null : words.missedAfter(formatTime(last, own, now))}
      {zonesDiffer(zone, own, first) ? ` ${timeWords.onJobClock(onJobClock.join(', '), zone)}` : null}
    </>
  );
}

/** Formats a distance as `in 13 min 5 s`. Shows seconds only if the time is near. */
function LiveDistance({ at }: { readonly at: string }) {
  const ms = Date.parse(at);
  return useAtEachSecond((now) => words.inLength(formatMs(ms - now)));
}

interface NextMoment {
  readonly kind: 'expected' | 'missed' | 'unmuted';
  readonly at: string;
}

/** Returns the next expected run, else the deadline of a late run, else the end of a mute; null if there is none. */
function nextMoment(monitor: MonitorRow, now: number): NextMoment | null {
  const { nextExpectedAt, deadlineAt, mutedUntil, paused } = monitor;
  if (!paused && nextExpectedAt !== null && Date.parse(nextExpectedAt) > now)
    return { kind: 'expected', at: nextExpectedAt };
  if (!paused && deadlineAt !== null && Date.parse(deadlineAt) > now)
    return { kind: 'missed', at: deadlineAt };
  if (mutedUntil !== null && Date.parse(mutedUntil) > now && statusAt(monitor, now) !== 'up')
    return { kind: 'unmuted', at: mutedUntil };
  return null;
}

/**
 * Offers to copy an address from the description into an empty setting, because alerts only show links from the
 * settings.
 */
function OfferedLink({ monitor }: { readonly monitor: MonitorRow }) {
  const { change, isBusy } = useEdit(monitor);
  const mayChange = useHasRole('member');
  const link = describedLink(monitor);
  if (link === null || !mayChange) return null;
  const { field, label, url } = link;
  return (
    <div className="pt-1">
      <Button
        needsService
        busy={isBusy}
        title={url}
        className="max-w-full"
        onClick={() =>
          change({ edit: { [field]: url }, done: words.offered.done(label), undo: { [field]: '' } })
        }
      >
        {isBusy ? null : <Icon name="book" />}
        <span className="truncate">{words.offered.take(url, label)}</span>
      </Button>
    </div>
  );
}
