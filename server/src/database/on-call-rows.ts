import type { DutyHours, Rotation } from '@overdue/domain/on-call/schedule.ts';
import { isText, isTexts } from '@overdue/domain/type-check.ts';
import { readOr } from './rows.ts';

const COLUMN = 'on_call_schedules.rotations';

/** Reads the rotations of a schedule. Throws if they are damaged. */
export function readRotations(json: string): readonly Rotation[] {
  const list: unknown = JSON.parse(json);
  if (Array.isArray(list) && list.every(isRotation)) return list;
  throw new Error(`The database holds ${json} in ${COLUMN}, which is not a list of rotations.`);
}

/** Reads damaged rotations as an empty list. The schedule then shows a gap. */
export function parseRotations(json: string): readonly Rotation[] {
  return readOr(() => readRotations(json), []);
}

function isRotation(value: unknown): value is Rotation {
  if (typeof value !== 'object' || value === null) return false;
  if (!('members' in value && 'startsOn' in value && 'handoverAt' in value)) return false;
  if (!('shiftDays' in value && 'hours' in value)) return false;
  const { members, startsOn, handoverAt, shiftDays, hours } = value;
  return (
    isTexts(members) &&
    isText(startsOn) &&
    isText(handoverAt) &&
    typeof shiftDays === 'number' &&
    shiftDays >= 1 &&
    (hours === null || isHours(hours))
  );
}

function isHours(value: unknown): value is DutyHours {
  if (typeof value !== 'object' || value === null) return false;
  if (!('weekdays' in value && 'from' in value && 'to' in value)) return false;
  const { weekdays, from, to } = value;
  return (
    Array.isArray(weekdays) && weekdays.every((day) => typeof day === 'number') && isText(from) && isText(to)
  );
}
