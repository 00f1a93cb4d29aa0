import type { Run } from '@overdue/sdk';
import type { ReactNode } from 'react';
import { formatSeconds } from '../../time/format-duration.ts';
import { formatExactTime } from '../../time/format-time.ts';
import { pluralize, words as timeWords } from '../../time/words.ts';
import { ownZone, zonesDiffer } from '../../time/zone.ts';
import { words as uiWords } from '../../ui/words.ts';
import { startLagOf } from '../bars.ts';
import type { Bucket } from '../scene.ts';
import { words } from '../words.ts';
import { RunMark } from './run-mark.tsx';

export function RunDetails({
  run,
  zone,
  now,
}: {
  readonly run: Run;
  readonly zone: string;
  readonly now: number;
}) {
  const lag = startLagOf(run);
  const hasEvents = run.startEvent !== null || run.endEvent !== null;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center gap-2 font-medium">
        <RunMark state={run.state} />
        {uiWords.runState[run.state]}
        {run.late ? <span className="font-normal text-soft">{words.lateNote}</span> : null}
      </p>
      <dl className="numeric grid grid-cols-[auto_1fr] gap-x-3 text-xs">
        <TimeFact label={words.expected} at={run.expectedAt} zone={zone} />
        <TimeFact label={words.started} at={run.startedAt} zone={zone} />
        <TimeFact label={words.ended} at={run.endedAt} zone={zone} />
        {run.duration === null ? null : <Fact label={words.took}>{formatSeconds(run.duration)}</Fact>}
        {run.state === 'running' && run.startedAt !== null ? (
          <Fact label={words.tookSoFar}>
            {formatSeconds(Math.max(0, now - Date.parse(run.startedAt)) / 1000)}
          </Fact>
        ) : null}
        {lag === null ? null : <Fact label={words.lag}>{writeLag(lag)}</Fact>}
        {hasEvents ? (
          <Fact label={words.runID}>
            <span className="break-all font-mono">{run.runID}</span>
          </Fact>
        ) : null}
      </dl>
    </div>
  );
}

/** Formats a start lag. A negative lag, for example from a clock that runs ahead, is shown as early. */
export function writeLag(seconds: number): string {
  return seconds < 0 ? words.early(formatSeconds(-seconds)) : formatSeconds(seconds);
}

export function BucketDetails({ bucket }: { readonly bucket: Bucket }) {
  const zone = ownZone();
  return (
    <div className="numeric flex flex-col gap-0.5 text-xs">
      <p className="text-soft">
        {words.range(formatExactTime(bucket.from, zone), formatExactTime(bucket.to, zone))}
      </p>
      <p className="font-medium">
        {words.countedRuns(pluralize(bucket.runs, 'run'), words.bad(bucket.failed + bucket.missed))}
      </p>
      <p className="text-soft">{words.zoomForMore}</p>
    </div>
  );
}

function TimeFact({
  label,
  at,
  zone,
}: {
  readonly label: string;
  readonly at: string | null;
  readonly zone: string;
}) {
  if (at === null) return null;
  const ms = Date.parse(at);
  const own = ownZone();
  return (
    <Fact label={label}>
      {formatExactTime(ms, own)}
      {zonesDiffer(zone, own, ms) ? (
        <span className="block text-soft">{timeWords.inZone(formatExactTime(ms, zone), zone)}</span>
      ) : null}
    </Fact>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
