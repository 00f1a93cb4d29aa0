import { SECOND_MS } from '@overdue/domain/time-units.ts';
import type { ReactNode } from 'react';
import { StatusShape } from '../../../monitor/status.tsx';
import { formatSecondsExact } from '../../../time/parse-duration.ts';
import { formatter } from '../../../time/zone.ts';
import { classNames } from '../../../ui/class-names.ts';
import { words } from '../words.ts';
import { placeStatusBoundaries } from './status-boundaries.ts';

interface ZonesDrawingProps {
  /** Time of the next run in epoch milliseconds. */
  readonly at: number;
  readonly timezone: string;
  readonly graceSeconds: number;
  readonly limitSeconds: number;
  readonly alertAfterFailures: number;
}

/**
 * Draws how the status changes over time in two cases: no report arrives, or a run doesn't end. The text below gives the same
 * information.
 */
export function StatusDrawing({
  at,
  timezone,
  graceSeconds,
  limitSeconds,
  alertAfterFailures,
}: ZonesDrawingProps) {
  const { expected, deadline, limit, isToScale } = placeStatusBoundaries(graceSeconds, limitSeconds);
  const time = (after: number) =>
    writeClock(at + after * SECOND_MS, timezone, {
      withSeconds: graceSeconds % 60 !== 0 || limitSeconds % 60 !== 0,
    });
  const isDownAtOnce = alertAfterFailures === 1;
  const bad = isDownAtOnce ? 'down' : 'failing';
  return (
    <figure className="flex flex-col gap-2 pt-2">
      <div aria-hidden="true" className="relative select-none pt-5 pb-6">
        <Lane title={words.zones.noReport}>
          <Zone
            from={0}
            to={expected}
            className="bg-up/15 text-up"
            shape={<StatusShape status="up" silent />}
          >
            {words.zones.up}
          </Zone>
          {deadline > expected ? (
            <Zone
              from={expected}
              to={deadline}
              className="bg-late/20 text-late"
              shape={<StatusShape status="late" silent />}
              short={words.zones.lateShort}
            >
              {words.zones.late}
            </Zone>
          ) : null}
          <Zone
            from={deadline}
            to={100}
            className={isDownAtOnce ? 'bg-down/15 text-down' : 'bg-failing/15 text-failing'}
            shape={<StatusShape status={bad} silent />}
            short={words.zones.missedShort}
          >
            {isDownAtOnce ? words.zones.missedDown : words.zones.missedFailing}
          </Zone>
        </Lane>
        <Lane title={words.zones.runs}>
          <Zone from={expected} to={limit} className="bg-running/20 text-running">
            {words.zones.running}
          </Zone>
          <Zone
            from={limit}
            to={100}
            className={classNames('hatched', isDownAtOnce ? 'text-down' : 'text-failing')}
            shape={<StatusShape status={bad} silent className="size-3 max-sm:hidden" />}
          >
            {words.zones.stuck}
          </Zone>
        </Lane>
        <Mark percent={expected} top={time(0)} bottom={words.zones.expected} />
        {deadline > expected && deadline !== limit ? (
          <Mark
            percent={deadline}
            top={time(graceSeconds)}
            bottom={words.zones.deadline(formatSecondsExact(graceSeconds))}
          />
        ) : null}
        <Mark
          percent={limit}
          top={time(limitSeconds)}
          bottom={words.zones.limit(formatSecondsExact(limitSeconds))}
        />
      </div>
      <figcaption className="text-xs text-soft">
        {words.zones.sentence({ expected: time(0), deadline: time(graceSeconds), limit: time(limitSeconds) })}{' '}
        {isDownAtOnce ? words.zones.sentenceDown : words.zones.sentenceFailing(alertAfterFailures)}
        {isToScale ? null : ` ${words.zones.notToScale}`}
      </figcaption>
    </figure>
  );
}

function Lane({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="pt-1 pb-1">
      <span className="block pb-0.5 text-xs text-soft">{title}</span>
      <div className="relative h-8 overflow-hidden rounded-sm forced-color-adjust-none">{children}</div>
    </div>
  );
}

interface ZoneProps {
  readonly from: number;
  readonly to: number;
  readonly className: string;
  readonly shape?: ReactNode;
  /** Shorter label for phones. */
  readonly short?: string;
  readonly children: ReactNode;
}

function Zone({ from, to, className, shape, short, children }: ZoneProps) {
  return (
    <span
      style={{ left: `${from}%`, width: `${to - from}%` }}
      className={classNames(
        'calm absolute inset-y-0 flex items-center gap-1.5 overflow-hidden px-2 max-sm:gap-1 max-sm:px-1 transition-[left,width]',
        className,
      )}
    >
      {shape}
      <span
        className={classNames(
          'truncate text-xs font-medium text-ink',
          short !== undefined && 'max-sm:hidden',
        )}
      >
        {children}
      </span>
      {short === undefined ? null : (
        <span className="truncate text-xs font-medium text-ink sm:hidden">{short}</span>
      )}
    </span>
  );
}

function Mark({
  percent,
  top,
  bottom,
}: {
  readonly percent: number;
  readonly top: string;
  readonly bottom: string;
}) {
  return (
    <span
      style={{ left: `${percent}%` }}
      className="calm absolute inset-y-0 flex w-0 flex-col items-center transition-[left]"
    >
      <span className="numeric whitespace-nowrap text-xs font-medium">{top}</span>
      <span className="flex-1 border-l border-dashed border-line-strong" />
      <span className="numeric whitespace-nowrap pt-0.5 text-xs text-soft">{bottom}</span>
    </span>
  );
}

function writeClock(at: number, zone: string, { withSeconds }: { readonly withSeconds: boolean }): string {
  return formatter(zone, {
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds ? { second: '2-digit' } : {}),
    hourCycle: 'h23',
  }).format(at);
}
