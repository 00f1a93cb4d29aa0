import { DAY_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { OnCallCoverage, OnCallOverride, OnCallSchedule } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRemoval } from '../../app/use-removal.ts';
import {
  coverageQuery,
  ON_CALL_KEY,
  onCallContactsQuery,
  overridesQuery,
} from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { UnreachableMembers } from '../../on-call/unreachable-members.tsx';
import { formatTime } from '../../time/format-time.ts';
import { useAtEachSecond, useNow } from '../../time/ticker.ts';
import { formatter, ownZone } from '../../time/zone.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { CoverageCalendar } from './coverage-calendar.tsx';
import { OverrideDialog, type OverrideDraft } from './override-dialog.tsx';
import { ScheduleUsage } from './schedule-usage.tsx';
import { type Bar, endOfWeek, gapsAhead, startOfWeek, type Week, weeksFrom } from './week-layout.ts';
import { words } from './words.ts';

const { overrides: text } = words;

const WEEKS = 4;
/** Maximum number of pages that the calendar moves forwards or backwards, about 15 years. */
const SHIFT_MAX = 200;
const SLOT_MS = 15 * 60_000;

const route = getRouteApi('/signed-in/shell/on-call');

interface SchedulePanelProps {
  readonly schedule: OnCallSchedule;
  readonly mayChange: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function SchedulePanel({ schedule, mayChange, onEdit, onDelete }: SchedulePanelProps) {
  const { shortID, name } = schedule;
  const zone = ownZone();
  const { shift, setShift } = useShift();
  const today = useAtEachSecond((now) => Math.floor(now / SLOT_MS)) * SLOT_MS;
  const weeks = weeksFrom(today + shift * WEEKS * 7 * DAY_MS, WEEKS, zone);
  const [first, last] = [weeks[0], weeks.at(-1)];
  const [from, to] = [first === undefined ? 0 : startOfWeek(first), last === undefined ? 0 : endOfWeek(last)];
  const { data: coverage, error, refetch } = useQuery(coverageQuery(shortID, from, to));
  const gaps = coverage === undefined ? undefined : gapsAhead(coverage, today);
  const { data: contacts = [] } = useQuery(onCallContactsQuery);
  const [draft, setDraft] = useState<OverrideDraft | null>(null);
  const own = contacts.find(({ isYou }) => isYou)?.memberID ?? '';
  const cover = (start: number, end: number) =>
    setDraft({ from: start, to: end, memberID: own, replaces: null });
  const pick = (bar: Bar) => setDraft(overrideDraft(bar, own));
  return (
    <Panel
      title={
        <>
          {name} <span className="font-normal text-soft">{words.zone(schedule.timezone)}</span>
        </>
      }
      actions={mayChange ? <Actions name={name} onEdit={onEdit} onDelete={onDelete} /> : undefined}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pb-4">
        <OnCallNow now={schedule.now} />
        {mayChange ? (
          <Button onClick={() => cover(today, today + DAY_MS)}>
            <Icon name="swap" />
            {words.cover}
          </Button>
        ) : null}
      </div>
      <div className="flex flex-col gap-2 pb-4 empty:hidden">
        <UnreachableMembers schedules={[schedule]} />
        <ScheduleUsage shortID={shortID} />
      </div>
      <Weeks weeks={weeks} shift={shift} setShift={setShift} gaps={gaps?.length} />
      {error !== null && coverage === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {coverage === undefined && error === null ? <Skeleton className="h-60 w-full" /> : null}
      {coverage === undefined ? null : (
        <CoverageCalendar
          name={name}
          weeks={weeks}
          coverage={coverage}
          ownMemberID={own}
          onPick={mayChange ? pick : null}
        />
      )}
      <Gaps
        gaps={gaps ?? []}
        onCover={mayChange ? ({ startsAt, endsAt }) => cover(Date.parse(startsAt), Date.parse(endsAt)) : null}
      />
      <Overrides shortID={shortID} mayChange={mayChange} />
      {draft === null ? null : (
        <OverrideDialog shortID={shortID} draft={draft} contacts={contacts} onClose={() => setDraft(null)} />
      )}
    </Panel>
  );
}

/** Number of pages between the current and the shown weeks. All schedules share this number. */
function useShift() {
  const { weeks } = route.useSearch();
  const navigate = route.useNavigate();
  const shift = Math.trunc(Number(weeks ?? 0));
  return {
    shift: Math.abs(shift) <= SHIFT_MAX ? shift : 0,
    setShift: (next: number) =>
      void navigate({ search: next === 0 ? {} : { weeks: String(next) }, replace: true }),
  };
}

/** Returns the draft of an override for the selected shift or gap. */
function overrideDraft({ from, to, span }: Bar, own: string): OverrideDraft {
  const replaces = span?.member.memberID ?? null;
  return { from, to, memberID: own, replaces: replaces === own ? null : replaces };
}

interface ActionsProps {
  readonly name: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Actions({ name, onEdit, onDelete }: ActionsProps) {
  return (
    <span className="flex">
      <IconButton label={words.edit(name)} onClick={onEdit}>
        <Icon name="edit" />
      </IconButton>
      <IconButton label={words.delete(name)} onClick={onDelete}>
        <Icon name="trash" />
      </IconButton>
    </span>
  );
}

function OnCallNow({ now: { member, until, next } }: { readonly now: OnCallSchedule['now'] }) {
  return (
    <p className="flex min-w-0 flex-1 basis-60 flex-wrap items-baseline gap-x-2">
      {member === null ? (
        <span className="flex items-center gap-1.5 text-lg font-semibold text-down">
          <Icon name="incidents" />
          {words.nobody}
        </span>
      ) : (
        <>
          <span className="text-soft">{words.now}</span>
          <span className="text-lg font-semibold">{member.name}</span>
        </>
      )}
      <span className="text-soft">
        {until === null ? (
          words.always
        ) : (
          <>
            {words.until} <Moment at={until} />, {next === null ? words.nextGap : words.next(next.name)}
          </>
        )}
      </span>
    </p>
  );
}

interface WeeksProps {
  readonly weeks: readonly Week[];
  readonly shift: number;
  readonly setShift: (shift: number) => void;
  /** Number of gaps that haven't ended; undefined while unknown. */
  readonly gaps: number | undefined;
}

function Weeks({ weeks, shift, setShift, gaps }: WeeksProps) {
  const zone = ownZone();
  const date = formatter(zone, { day: 'numeric', month: 'short' });
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2">
      <span className="flex items-center">
        <IconButton label={words.earlier} onClick={() => setShift(shift - 1)}>
          <Icon name="chevron-left" />
        </IconButton>
        <IconButton label={words.later} onClick={() => setShift(shift + 1)}>
          <Icon name="chevron-right" />
        </IconButton>
      </span>
      <span className="numeric font-medium">
        {words.weeks(date.format(startOfWeek(first)), date.format(endOfWeek(last) - 1))}
      </span>
      {shift === 0 ? null : (
        <Button variant="quiet" onClick={() => setShift(0)}>
          {words.today}
        </Button>
      )}
      <span className="text-table text-soft">{words.timesIn(zone)}</span>
      {gaps === undefined ? null : (
        <span
          className={classNames(
            'ml-auto flex items-center gap-1.5 text-table font-medium',
            gaps > 0 ? 'text-down' : 'text-soft',
          )}
        >
          <Icon name={gaps > 0 ? 'incidents' : 'check'} />
          {gaps > 0 ? words.gaps(gaps) : words.noGaps}
        </span>
      )}
    </div>
  );
}

type Gap = OnCallCoverage['gaps'][number];

/** Maximum number of gaps in the list. The calendar shows all gaps. */
const SHOWN = 3;

interface GapsProps {
  readonly gaps: readonly Gap[];
  /** Called to cover a gap; null if the reader may not cover gaps. */
  readonly onCover: ((gap: Gap) => void) | null;
}

/** Describes the next gaps as text, the current gap first. */
function Gaps({ gaps, onCover }: GapsProps) {
  const now = useNow();
  if (gaps.length === 0) return null;
  return (
    <section className="pt-4">
      <h3 className="flex items-center gap-1.5 pb-1 font-medium text-down">
        <Icon name="incidents" />
        {words.comingGaps}
      </h3>
      <ul className="divide-y divide-line">
        {gaps.slice(0, SHOWN).map((gap) => (
          <li key={gap.startsAt} className="flex min-h-10 flex-wrap items-center gap-x-3 py-1">
            <span className="inline-flex flex-1 flex-wrap items-center gap-1.5">
              {Date.parse(gap.startsAt) <= now ? words.gapNow : <Moment at={gap.startsAt} />}
              <Icon name="arrow" className="size-3 text-soft" />
              <Moment at={gap.endsAt} />
            </span>
            {onCover === null ? null : (
              <Button
                variant="quiet"
                aria-label={words.coverGapFrom(formatTime(Date.parse(gap.startsAt), ownZone(), Date.now()))}
                onClick={() => onCover(gap)}
              >
                <Icon name="swap" />
                {words.coverGap}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {gaps.length > SHOWN ? <p className="pt-1 text-soft">{words.moreGaps(gaps.length - SHOWN)}</p> : null}
    </section>
  );
}

/** Overrides of a schedule that haven't ended. */
function Overrides({ shortID, mayChange }: { readonly shortID: string; readonly mayChange: boolean }) {
  const { data = [] } = useQuery(overridesQuery(shortID));
  const minute = useAtEachSecond((now) => Math.floor(now / MINUTE_MS));
  const remove = useRemoval<OnCallOverride>({
    queryKey: ON_CALL_KEY,
    remove: (override) => api.onCall.deleteOverride(shortID, override.shortID),
    restore: ({ member, replaces, startsAt, endsAt }) =>
      api.onCall.createOverride(shortID, {
        memberID: member.memberID,
        replaces: replaces?.memberID ?? null,
        startsAt,
        endsAt,
      }),
    done: () => text.removed,
  });
  const coming = data
    .filter(({ endsAt }) => Date.parse(endsAt) > minute * MINUTE_MS)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  if (coming.length === 0) return null;
  return (
    <section className="pt-4">
      <h3 className="pb-1 font-medium">{text.title}</h3>
      <ul className="divide-y divide-line">
        {coming.map((override) => (
          <li key={override.shortID} className="flex min-h-10 flex-wrap items-center gap-x-3 py-1">
            <span className="font-medium">
              {text.entry(override.member.name, override.replaces?.name ?? null)}
            </span>
            <span className="inline-flex flex-wrap items-center gap-1.5 text-soft">
              <Moment at={override.startsAt} />
              <Icon name="arrow" className="size-3" />
              <Moment at={override.endsAt} />
            </span>
            {mayChange ? (
              <IconButton
                className="ml-auto"
                needsService
                label={text.remove(override.member.name)}
                onClick={() => void remove(override)}
              >
                <Icon name="trash" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
