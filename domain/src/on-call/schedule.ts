export const ROTATIONS_MAX = 5;
/** Maximum days from one handover to the next. */
export const SHIFT_DAYS_MAX = 31;

/** An on-call schedule. The member on call at a given time comes from the first rotation that covers this time. */
export interface OnCallSchedule {
  readonly shortID: string;
  readonly name: string;
  readonly timezone: string;
  readonly rotations: readonly Rotation[];
}

/** Members who take turns. Times of day are texts such as `09:00`, in the schedule's time zone. */
export interface Rotation {
  /** Member IDs in the order of their shifts. A member can appear more than once. */
  readonly members: readonly string[];
  /** Date of the first handover, such as `2026-11-23`. */
  readonly startsOn: string;
  readonly handoverAt: string;
  /** Days from one handover to the next: 1 for daily, 7 for weekly. */
  readonly shiftDays: number;
  /** Times of the week that the rotation covers; null for all. */
  readonly hours: DutyHours | null;
}

export interface DutyHours {
  /** Weekdays on which a duty period starts: 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  readonly from: string;
  /** Time of day at which a duty period ends. If `to` is not later than `from`, the period ends on the next day. */
  readonly to: string;
}

/** A period in which a member is on call instead of another member. */
export interface Override {
  readonly shortID: string;
  /** Short ID of the schedule. */
  readonly schedule: string;
  readonly memberID: string;
  /** Member whose shifts are covered; null if the override covers the whole period. */
  readonly replaces: string | null;
  readonly from: number;
  readonly to: number;
}

/** A schedule with its overrides, in the order in which they were created. */
export interface Roster {
  readonly schedule: OnCallSchedule;
  readonly overrides: readonly Override[];
}

/**
 * Removes a member who left the team. Each shift of the member goes to the next member in the order, so that no other shift
 * changes. A rotation without other members becomes empty.
 */
export function withoutMember(rotations: readonly Rotation[], memberID: string): readonly Rotation[] {
  return rotations.map((rotation) => {
    const { members } = rotation;
    if (!members.includes(memberID)) return rotation;
    const remaining = members.map((_, index) => {
      const following = [...members.slice(index), ...members.slice(0, index)];
      return following.find((other) => other !== memberID) ?? null;
    });
    return { ...rotation, members: remaining.filter((member) => member !== null) };
  });
}
