import type { PreviewDetail } from '@overdue/sdk';
import { formatMs } from '../../../time/format-duration.ts';
import { useNow } from '../../../time/ticker.ts';
import { formatter, ownZone, zonesDiffer } from '../../../time/zone.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { words } from '../words.ts';
import type { Preview } from './use-preview.ts';

interface OccurrencesProps {
  readonly preview: Preview;
  readonly timezone: string;
  readonly isInterval: boolean;
  /** Why there are no runs to show; null for a valid schedule. */
  readonly problem: string | null;
}

/** Shows the next runs on the job's clock, and on the reader's clock if it differs. */
export function Occurrences({ preview, timezone, isInterval, problem }: OccurrencesProps) {
  const own = ownZone();
  const { details, change } = preview;
  const isStale = preview.isStale && preview.isReady && problem === null;
  const isOther = details.some(({ at }) => zonesDiffer(timezone, own, Date.parse(at)));
  return (
    <Panel title={words.preview.title}>
      <p className="min-h-10 pb-2 font-medium" aria-live="polite">
        {isStale ? words.preview.computing : preview.summary}
      </p>
      {problem !== null || preview.hasFailed ? (
        <p className="pb-2 wrap-anywhere text-soft">{preview.hasFailed ? words.preview.failed : problem}</p>
      ) : null}
      {problem !== null ? null : (
        <>
          {(preview.isReady && !isStale) || preview.hasFailed ? null : <Waiting />}
          {preview.isReady && !isStale ? (
            <>
              <ol aria-label={words.preview.title} className="flex flex-col">
                {details.map((detail) => (
                  <Occurrence key={detail.at} detail={detail} own={isOther ? own : null} />
                ))}
              </ol>
              {change === null || isInterval ? null : <Change change={change} timezone={timezone} />}
              <p className="pt-3 text-xs text-soft">
                {isOther ? words.preview.zoneAndYours(timezone, own) : words.preview.zone(timezone)}
                {isInterval ? ` · ${words.preview.interval}` : null}
              </p>
            </>
          ) : null}
        </>
      )}
    </Panel>
  );
}

function Occurrence({ detail, own }: { readonly detail: PreviewDetail; readonly own: string | null }) {
  const now = useNow();
  const at = Date.parse(detail.at);
  return (
    <li className="numeric flex flex-wrap items-baseline gap-x-2.5 border-t border-line py-1 text-table first:border-t-0">
      <span className="w-23 whitespace-nowrap text-soft">{writeDay(detail.local, now)}</span>
      <span className="font-medium">{writeClock(detail.local)}</span>
      <span className="text-xs text-soft">{detail.offset}</span>
      <span className="ml-auto whitespace-nowrap text-xs text-soft">
        {words.preview.in(formatMs(at - now))}
      </span>
      {own === null ? null : (
        <span className="w-full pl-25.5 text-xs text-soft">
          {words.preview.yours(writeOwn(at, own, detail.local))}
        </span>
      )}
      {detail.note === '' ? null : (
        <span className="flex w-full items-center gap-1 pl-25.5 text-xs font-medium text-failing">
          <Icon name="clock" className="size-3" />
          {detail.note === 'clocks_forward' ? words.preview.forward : words.preview.back}
        </span>
      )}
    </li>
  );
}

/** Next clock change after the listed runs, with the first run after the change. */
function Change({
  change,
  timezone,
}: {
  readonly change: NonNullable<Preview['change']>;
  readonly timezone: string;
}) {
  const now = useNow();
  const { clocks, first } = change;
  return (
    <div className="mt-2 flex gap-2 rounded-md border border-line bg-sunken px-2.5 py-2 text-xs">
      <Icon name="clock" className="mt-0.5 size-3.5 text-failing" />
      <p className="numeric">
        <span className="font-medium">
          {words.preview.change(dayOn(timezone, clocks.at), clocks.direction)}
        </span>{' '}
        <span className="text-soft">
          {words.preview.changeTimes(clocks.before, clocks.after)}{' '}
          {words.preview.changeRun(
            `${writeDay(first.local, now)}, ${writeClock(first.local)} ${first.offset}`,
          )}
        </span>
      </p>
    </div>
  );
}

function dayOn(zone: string, at: number): string {
  return formatter(zone, { weekday: 'short', day: 'numeric', month: 'short' })
    .format(at - 1)
    .replace(',', '');
}

function Waiting() {
  return (
    <div className="flex flex-col gap-2.5">
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are equal.
        <Skeleton key={index} className="h-4.5" />
      ))}
    </div>
  );
}

/** Formats the day of a local time, which has no zone and needs no conversion. */
function writeDay(local: string, now: number): string {
  const at = Date.parse(`${local}Z`);
  const isFar = Math.abs(at - now) > 300 * 86_400_000;
  return formatter('UTC', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isFar ? { year: '2-digit' } : {}),
  })
    .format(at)
    .replace(',', '');
}

function writeClock(local: string): string {
  return local.slice('2026-11-23T'.length).replace(/:00$/, '');
}

function writeOwn(at: number, own: string, local: string): string {
  const time = formatter(own, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  const day = formatter(own, { weekday: 'short', day: 'numeric' }).format(at);
  const localDay = formatter('UTC', { weekday: 'short', day: 'numeric' }).format(Date.parse(`${local}Z`));
  return day === localDay ? time : `${day.replace(',', '')}, ${time}`;
}
