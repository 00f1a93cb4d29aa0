import { words } from '../../time/words.ts';
import { writeDay } from '../../time/write-time.ts';

interface Day {
  readonly zone: string;
  readonly now: number;
}

/** Returns "Today" before the times of a gap where it is needed, because a time of today has no date; otherwise ''. */
export function gapDays(
  { startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string },
  { zone, now }: Day,
): { readonly start: string; readonly end: string } {
  const today = (at: string) => (writeDay(Date.parse(at), zone, now) === words.today ? words.today : '');
  const start = today(startsAt);
  return { start, end: start === '' ? today(endsAt) : '' };
}
