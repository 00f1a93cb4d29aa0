import type { IncidentWithFailures } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { parseAnsi } from '../log/ansi.ts';
import { LogLine } from '../log/log-line.tsx';
import { Moment } from '../time/moment.tsx';
import { useNow } from '../time/ticker.ts';
import { writeTime } from '../time/write-time.ts';
import { ownZone } from '../time/zone.ts';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Panel } from '../ui/panel.tsx';
import { words } from './words.ts';

const { log: text } = words;

interface LogProps {
  readonly log: NonNullable<IncidentWithFailures['log']>;
}

/**
 * The end of the failed run's log, scrolled to the last line that probably names the problem. If no failed run sent a log, shows
 * the log of the last run before the incident.
 */
export function FailedLog({ incident }: { readonly incident: IncidentWithFailures }) {
  const { previousLog, reason, monitor } = incident;
  const log = incident.log ?? previousLog;
  if (log === null)
    return (
      <Panel title={text.title}>
        <p className="text-soft">{reason === 'missed' ? text.noneMissed : text.none}</p>
      </Panel>
    );
  return (
    <Panel
      flush
      title={
        <span className="flex flex-wrap items-baseline gap-x-2">
          {incident.log === null ? <PreviousLogTitle log={log} /> : <LogTitle log={log} />}
        </span>
      }
      actions={
        <Link
          to="/monitors/$shortID"
          params={{ shortID: monitor.shortID }}
          search={{ tab: 'events', event: String(log.event) }}
          className={buttonClass('quiet')}
        >
          {text.whole}
        </Link>
      }
    >
      <LogEnd key={`${log.event}`} log={log} />
    </Panel>
  );
}

/** Names the run by its expected time, like the explanation of the status, and tells when the run ended. */
function LogTitle({ log: { state, expectedAt, at } }: LogProps) {
  const now = useNow();
  const outcome = state === 'timed_out' ? 'timed_out' : 'failed';
  const expected = expectedAt === null ? null : Date.parse(expectedAt);
  return (
    <>
      {expected === null ? text.state[outcome] : text.ofRun[outcome](writeTime(expected, ownZone(), now))}
      {at === null ? null : (
        <span className="inline-flex gap-x-1 text-table font-normal text-soft">
          {outcome === 'failed' ? text.ended : null}
          <Moment at={at} />
        </span>
      )}
    </>
  );
}

function PreviousLogTitle({ log: { state, at } }: LogProps) {
  const outcome = state === 'succeeded' || state === 'failed' ? state : 'other';
  return (
    <>
      {text.previous}
      {at === null ? null : (
        <span className="inline-flex gap-x-1 text-table font-normal text-soft">
          {text.previousState[outcome]}
          <Moment at={at} />
        </span>
      )}
    </>
  );
}

function LogEnd({ log }: LogProps) {
  const lines = useMemo(() => parseAnsi(log.text), [log.text]);
  const errors = useMemo(() => new Set(log.errorLines), [log.errorLines]);
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const last = [...element.querySelectorAll<HTMLElement>('[data-error]')].at(-1);
    // Scrolls to the end, unless the last likely error would then be out of sight.
    const end = element.scrollHeight - element.clientHeight;
    element.scrollTop = last === undefined ? end : Math.min(end, last.offsetTop - element.clientHeight / 3);
  }, []);
  return (
    <section
      ref={box}
      aria-label={text.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable.
      tabIndex={0}
      className="relative max-h-80 2xl:max-h-160 overflow-auto py-2 focus-visible:-outline-offset-2 max-md:max-h-60"
    >
      <pre className="whitespace-pre-wrap break-words font-mono text-table leading-5">
        {lines.map((line, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places.
            key={index}
            data-error={errors.has(index) ? '' : undefined}
            className={classNames(
              'block border-l-3 px-3',
              errors.has(index) ? 'border-down bg-down/10 font-medium' : 'border-transparent',
            )}
          >
            {errors.has(index) ? <span className="sr-only">{text.error}</span> : null}
            <LogLine line={line} matches={NO_MATCHES} current={null} />
          </span>
        ))}
      </pre>
    </section>
  );
}

const NO_MATCHES: readonly never[] = [];
