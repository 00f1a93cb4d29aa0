import type { Rotation } from '@overdue/domain/on-call/schedule.ts';
import { z } from 'zod';
import { timezoneInput } from '../../api/schemas.ts';
import { MEMBER_ID } from './people.ts';

const ROTATIONS_MAX = 5;
const MEMBERS_MAX = 50;
const SHIFT_DAYS_MAX = 31;
const DAYS_OF_WEEK = 7;
const WEEKDAYS_EXAMPLE = [1, 2, 3, 4, 5];

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const YEAR_MAX = '2999-12-31';

const META = {
  members: {
    description:
      'Members who take turns, by `memberID`, at most 50. Empty if all of them have left the team.',
    example: [MEMBER_ID],
  },
  startsOn: {
    description: 'Date of the first handover. Nobody is on call before it.',
    example: '2026-11-23',
  },
  handoverAt: { description: 'Time of day at which shifts change.', example: '09:00' },
  shiftDays: { description: 'Days from one handover to the next: 1 for daily, 7 for weekly.', example: 7 },
  hours: {
    description:
      'Times of the week that the rotation covers; null for all. If `to` is not later than `from`, the hours end on the next day.',
    example: { weekdays: WEEKDAYS_EXAMPLE, from: '09:00', to: '17:00' },
  },
  rotations: {
    description: `Rotations, at most ${ROTATIONS_MAX}. If several have a member on call at the same time, the first one applies.`,
  },
};

const timeOfDay = z.string().regex(TIME_OF_DAY, 'This must be a time of day, like 09:00.');

const hours = z.object({
  weekdays: z.array(z.int()).meta({
    description: 'Days on which the hours begin: 1 is Monday, 7 is Sunday.',
    example: WEEKDAYS_EXAMPLE,
  }),
  from: z.string().meta({ example: '09:00' }),
  to: z.string().meta({ example: '17:00' }),
});

const rotation = z
  .object({
    members: z.array(z.string()).meta(META.members),
    startsOn: z.string().meta(META.startsOn),
    handoverAt: z.string().meta(META.handoverAt),
    shiftDays: z.int().meta(META.shiftDays),
    hours: hours.nullable().meta(META.hours),
  })
  .meta({
    id: 'Rotation',
    description: 'Members who take turns. Times are in the time zone of the schedule.',
  });

export const rotations = z.array(rotation).meta(META.rotations);

const hoursInput = z.strictObject({
  weekdays: z
    .array(z.int().min(1).max(DAYS_OF_WEEK))
    .min(1)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  from: timeOfDay,
  to: timeOfDay,
});

const rotationInput = z
  .strictObject({
    members: z.array(z.string()).max(MEMBERS_MAX).meta(META.members),
    startsOn: z.iso
      .date()
      .refine((date) => date >= '2000-01-01' && date <= YEAR_MAX, 'This must be a date from 2000 to 2999.')
      .meta(META.startsOn),
    handoverAt: timeOfDay.meta(META.handoverAt),
    shiftDays: z.int().min(1).max(SHIFT_DAYS_MAX).default(DAYS_OF_WEEK).meta(META.shiftDays),
    hours: hoursInput.nullable().default(null).meta(META.hours),
  })
  .meta({ id: 'RotationInput' });

export const rotationsInput = z.array(rotationInput).min(1).max(ROTATIONS_MAX).meta(META.rotations);

export const rotationTimezone = timezoneInput.meta({
  type: 'string',
  description: 'IANA time zone of handovers and hours.',
  example: 'Europe/Riga',
});

export function membersIn(
  list: readonly Rotation[],
): readonly { readonly path: string; readonly memberID: string }[] {
  return list.flatMap(({ members }, index) =>
    members.map((memberID, place) => ({ path: `rotations.${index}.members.${place}`, memberID })),
  );
}
