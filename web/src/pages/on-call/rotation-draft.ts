import { SHIFT_DAYS_MAX } from '@overdue/domain/on-call/schedule.ts';
import type { OnCallSchedule, RotationInput } from '@overdue/sdk';
import { words } from './words.ts';

/** A rotation in the editor. */
export interface RotationDraft {
  readonly id: number;
  readonly members: readonly string[];
  readonly startsOn: string;
  readonly handoverAt: string;
  readonly shiftDays: string;
  readonly isLimited: boolean;
  readonly weekdays: readonly number[];
  readonly from: string;
  readonly to: string;
}

export type RotationProblems = Readonly<Partial<Record<keyof RotationDraft, string>>>;

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d$/;
const OFFICE = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
const { form: text } = words;

/** Returns a weekly rotation that begins today. */
export function newRotation(id: number, today: string): RotationDraft {
  return {
    id,
    members: [],
    startsOn: today,
    handoverAt: '09:00',
    shiftDays: '7',
    isLimited: false,
    ...OFFICE,
  };
}

export function draftsOf({ rotations }: OnCallSchedule): readonly RotationDraft[] {
  return rotations.map(({ members, startsOn, handoverAt, shiftDays, hours }, id) => ({
    id,
    members,
    startsOn,
    handoverAt,
    shiftDays: String(shiftDays),
    isLimited: hours !== null,
    ...(hours ?? OFFICE),
  }));
}

export function problemsIn(draft: RotationDraft): RotationProblems {
  const days = Number(draft.shiftDays);
  const isTime = (time: string) => TIME.test(time);
  return {
    ...(draft.members.length === 0 ? { members: text.noMember } : {}),
    ...(DATE.test(draft.startsOn) ? {} : { startsOn: text.noDate }),
    ...(isTime(draft.handoverAt) ? {} : { handoverAt: text.noTime }),
    ...(Number.isInteger(days) && days >= 1 && days <= SHIFT_DAYS_MAX ? {} : { shiftDays: text.noDays }),
    ...(draft.isLimited && draft.weekdays.length === 0 ? { weekdays: text.noWeekday } : {}),
    ...(draft.isLimited && !isTime(draft.from) ? { from: text.noTime } : {}),
    ...(draft.isLimited && !isTime(draft.to) ? { to: text.noTime } : {}),
  };
}

export function inputOf(draft: RotationDraft): RotationInput {
  const { members, startsOn, handoverAt, shiftDays, isLimited, weekdays, from, to } = draft;
  const hours = isLimited ? { weekdays: weekdays.toSorted((a, b) => a - b), from, to } : null;
  return { members, startsOn, handoverAt, shiftDays: Number(shiftDays), hours };
}
