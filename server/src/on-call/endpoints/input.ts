import { z } from 'zod';
import { singleLineText } from '../../api/schemas.ts';
import { rotationsInput, rotationTimezone } from './rotation-fields.ts';

/** Maximum on-call schedules of a team. */
export const SCHEDULES_MAX = 50;

const NAME_META = { description: 'Display name.', example: 'Database' };

export const scheduleBody = z
  .strictObject({
    name: singleLineText(1, 200).meta(NAME_META),
    timezone: rotationTimezone,
    rotations: rotationsInput,
  })
  .meta({ id: 'OnCallScheduleInput' });
