import { type ConfigurationPlan, STEP_ACTIONS } from '@overdue/domain/configuration/plan-configuration.ts';
import { CONFIGURED_KINDS, itemID, SECTIONS } from '@overdue/domain/configuration/resource.ts';
import { z } from 'zod';
import { KEY } from './read-items.ts';

const sections = z
  .strictObject(
    Object.fromEntries(
      CONFIGURED_KINDS.map((kind) => [
        SECTIONS[kind].name,
        z
          .record(z.string(), z.unknown())
          .optional()
          .meta({
            description: `${SECTIONS[kind].items} by key. The JSON Schema of configuration files describes their settings.`,
            example:
              kind === 'monitor'
                ? { 'nightly-dump': { name: 'Nightly dump', schedule: { cron: '0 2 * * *' } } }
                : {},
          }),
      ]),
    ),
  )
  .meta({ id: 'ConfigurationSections', description: 'Items of a file. All sections are optional.' });

export const fileName = z.string().regex(KEY, 'This must be 1 to 64 characters of a-z, 0-9, _ and -.').meta({
  description: 'Name of the file. It identifies the resources that the file manages.',
  example: 'production',
});

export const exportQuery = z.object({
  file: fileName.default('overdue').meta({
    description: 'Name of the file to export. Items that it manages keep their keys.',
  }),
});

export const exportSchema = z
  .object({
    file: z.string().meta({ example: 'overdue' }),
    sections,
    secrets: z.array(z.string()).meta({
      description: 'Paths of secrets that were left out. Applying the file does not change them.',
      example: [],
    }),
  })
  .meta({ id: 'ConfigurationExport' });

export const applyBody = z
  .strictObject({
    file: fileName,
    sections,
    prune: z.boolean().default(false).meta({
      description: 'Whether to delete resources that the file manages but no longer contains.',
      example: false,
    }),
    dryRun: z.boolean().default(true).meta({
      description: 'Whether to return the plan only, and change nothing.',
      example: true,
    }),
    planID: z.string().max(100).optional().meta({
      description:
        '`planID` of the plan that was shown. If the plan has changed since then, the request answers 409 and changes nothing.',
    }),
  })
  .meta({ id: 'ConfigurationInput' });

const value = (description: string, example: unknown) => z.unknown().meta({ description, example });

const step = z
  .object({
    action: z.enum(STEP_ACTIONS).meta({
      description:
        '`create`, `change`, `delete`. `adopt`: the file takes over a resource without changing it. `keep`: the file manages the ' +
        'resource but no longer contains it; `prune` would delete it.',
      example: 'change',
    }),
    kind: z.enum(CONFIGURED_KINDS).meta({ example: 'monitor' }),
    key: z.string().meta({ description: 'Key in the file.', example: 'nightly-dump' }),
    id: z.string().nullable().meta({
      description: 'ID of the resource; null if it does not exist yet.',
      example: 'k3v9x2mq7d',
    }),
    name: z.string().meta({ example: 'Nightly dump' }),
    changes: z
      .array(
        z.object({
          path: z.string().meta({ example: 'schedule.cron' }),
          from: value('Value before; null for none. Secrets are masked.', '0 2 * * *'),
          to: value('Value afterwards; null for none. Secrets are masked.', '0 3 * * *'),
        }),
      )
      .meta({
        description: 'Settings that change. For a new resource, the settings that differ from the defaults.',
      }),
    notes: z
      .array(z.string())
      .meta({ description: 'Remarks for the person who reads the plan.', example: [] }),
  })
  .meta({ id: 'ConfigurationStep' });

export const planSchema = z
  .object({
    planID: z.string().meta({
      description: 'Identifies the plan. Send it when you apply the file.',
      example: 'mJ4vXq0bT2yKc8WnR5uZ1A',
    }),
    isApplied: z.boolean().meta({
      description: 'Whether this request made the changes; false for a dry run.',
      example: false,
    }),
    unchanged: z
      .int()
      .meta({ description: 'Number of items whose resources already match the file.', example: 12 }),
    steps: z.array(step).meta({ description: 'All steps, in the order in which they are applied.' }),
  })
  .meta({ id: 'ConfigurationPlan' });

export function writePlan(
  { plan, planID }: { readonly plan: ConfigurationPlan; readonly planID: string },
  ids: ReadonlyMap<string, string> | null,
): z.output<typeof planSchema> {
  return {
    planID,
    isApplied: ids !== null,
    unchanged: plan.unchanged,
    steps: plan.steps.map(({ changes, notes, ...rest }) => ({
      ...rest,
      id: rest.id ?? ids?.get(itemID(rest)) ?? null,
      changes: changes.map(({ path, from, to }) => ({ path, from, to })),
      notes: [...notes],
    })),
  };
}
