import { z } from 'zod';
import { singleLineText } from '../../api/schemas.ts';
import { projectAlertingInput } from '../alert-settings.ts';

export const projectBody = z
  .strictObject({
    name: singleLineText(1, 200).meta({ description: 'Display name.', example: 'db-01' }),
    ...projectAlertingInput,
  })
  .meta({ id: 'ProjectInput' });
