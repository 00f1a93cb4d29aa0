import { z } from 'zod';

export const count = (description: string, example: number) => z.int().meta({ description, example });

/** Wherever the team's monitors are counted. */
export const monitorUsage = z.object({
  used: count('Monitors that the team has.', 425),
  allowance: count('Monitors that it may have.', 1000),
  remaining: count('Monitors that it may still create.', 575),
});
