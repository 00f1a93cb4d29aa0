import { z } from 'zod';

/** ID of an existing resource that the file takes over. */
export const itemIDField = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'This must be the ID of a resource, as in its address in the application.')
  .optional()
  .meta({
    description:
      'ID of an existing resource that this file takes over. Without an ID, the first apply creates the resource.',
  });

/** Returns the description of a setting that refers to other resources. */
export function reference(resources: string): string {
  return `${resources}, by key in this file, or by ID.`;
}
