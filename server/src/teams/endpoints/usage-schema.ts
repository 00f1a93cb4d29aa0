import { z } from 'zod';

export const count = (description: string, example: number) => z.int().meta({ description, example });

export const monitorUsage = z.object({
  used: count('Monitors of the team.', 425),
  allowance: count('Maximum number of monitors.', 1000),
  remaining: count('Monitors that the team may still create.', 575),
});
