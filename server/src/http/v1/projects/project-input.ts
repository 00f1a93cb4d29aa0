import { z } from 'zod';
import { line } from '../api/schemas.ts';
import { projectAlertingInput } from '../monitors/settings/alert-settings.ts';

export const projectBody = z
  .strictObject({
    name: line(1, 200).meta({ description: 'Display name.', example: 'db-01' }),
    ...projectAlertingInput,
  })
  .meta({ id: 'ProjectInput' });
