import type { Monitor } from '@overdue/sdk';
import { useEffect } from 'react';
import { statusAt } from '../../data/monitors/status-at.ts';
import { queryClient } from '../../data/query-client.ts';
import { SettingLinks } from '../../monitor/setting-links.tsx';
import { STATUS_TEXT } from '../../monitor/status.tsx';
import { Explanation } from '../../time/explanation.tsx';
import { formatMs } from '../../time/format-duration.ts';
import { Moment } from '../../time/moment.tsx';
import { useAtEachSecond } from '../../time/ticker.ts';
import { Linked } from '../../ui/linked/linked.tsx';
import { Tag } from '../../ui/tag.tsx';
import { nextMoment } from './next-moment.ts';
import { words } from './words.ts';

interface VerdictProps {
  readonly monitor: Monitor;
  /** Whether the incident above already shows the sentence and the links. */
  readonly isBelowIncident?: boolean;
}

export function Verdict({ monitor, isBelowIncident = false }: VerdictProps) {
  const status = useAtEachSecond((now) => statusAt(monitor, now));
  // The server's sentence changes at these times.
  useEffect(() => {
    if (status !== monitor.status)
      void queryClient.invalidateQueries({ queryKey: ['monitor', monitor.shortID] });
  }, [status, monitor.status, monitor.shortID]);
  return (
    <div className="flex max-w-280 flex-col gap-1">
      {isBelowIncident ? null : (
        <p aria-live="polite" className="text-lg">
          <Explanation
            text={monitor.explanation}
            timezone={monitor.schedule.timezone}
            statusClass={STATUS_TEXT[status]}
          />
        </p>
      )}
      <p className="numeric flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        <Countdown monitor={monitor} showsDown={!isBelowIncident} />
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
      {isBelowIncident ? null : <SettingLinks settings={monitor} />}
    </div>
  );
}

function Countdown({ monitor, showsDown }: { readonly monitor: Monitor; readonly showsDown: boolean }) {
  // Checked every second, but changes rarely.
  const moment = useAtEachSecond((now) => {
    const next = nextMoment(monitor, now);
    return next === null ? '' : `${next.kind} ${next.at}`;
  });
  const [kind, at] = moment.split(' ');
  const downFor = useAtEachSecond((now) =>
    monitor.downSince === null || !showsDown ? '' : formatMs(now - Date.parse(monitor.downSince)),
  );
  return (
    <>
      {downFor === '' ? null : (
        <span>
          {words.downFor} <span className="font-medium text-ink">{downFor}</span>
        </span>
      )}
      {at === undefined || (kind !== 'expected' && kind !== 'missed' && kind !== 'unmuted') ? null : (
        <span className="inline-flex flex-wrap gap-x-1.5">
          {words.moments[kind]}
          <span className="font-medium text-ink">
            <LiveDistance at={at} />
          </span>
          <Moment at={at} zone={monitor.schedule.timezone} />
        </span>
      )}
    </>
  );
}

/** Formats `in 13 min 5 s`; shows seconds only if the time is near. */
function LiveDistance({ at }: { readonly at: string }) {
  const ms = Date.parse(at);
  return useAtEachSecond((now) => words.inLength(formatMs(ms - now)));
}
