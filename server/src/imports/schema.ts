import { PROJECT_KEY_KINDS } from '@overdue/domain/access/project-key.ts';
import { summarize } from '@overdue/domain/schedule/summary.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '@overdue/domain/schedule/timezone.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { singleLineText } from '../api/schemas.ts';
import { HISTORY_MAX, PAST_STATUSES_MAX } from '../compat/source/draft-item.ts';
import { IMPORT_SOURCES, ITEMS_MAX } from '../compat/source/item.ts';
import { HISTORY_MONITORS_MAX } from '../compat/source/source-connection.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';
import { type ImportPlan, OUTCOMES, type PlannedItem } from './plan.ts';
import type { PlannedChannel } from './plan-channels.ts';

const FILES_MAX = 500;
/** Number of items written to the response between two yields to pings. */
const ITEMS_AT_ONCE = 100;

export const importBody = z
  .strictObject({
    source: z.enum(IMPORT_SOURCES).meta({
      description:
        'Service or format. `crontab` also accepts the JSON of `systemctl list-timers`. `discover` is the format in which the ' +
        'command `overdue discover` sends the jobs of a host, with ping IDs that the command chose.',
      example: 'healthchecks',
    }),
    files: z
      .array(
        z.strictObject({
          name: z.string().max(255).default('the file').meta({
            description:
              'File name, for messages. In `/etc/crontab` and in files of a `cron.d` folder, the word after the times is read as the user.',
            example: 'checks.json',
          }),
          text: z.string().meta({ description: 'Content of the exported file.', example: '{"checks":[]}' }),
        }),
      )
      .max(FILES_MAX)
      .default([])
      .meta({ description: 'Exported files. Without them, `account` is required.' }),
    account: z
      .strictObject({
        key: z.string().meta({
          description: 'API key of the service. Used for this request only, and not stored.',
          example: 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
        }),
        url: z.string().max(2000).optional().meta({
          description: 'Address of a self-hosted service.',
          example: 'https://hc.example.com',
        }),
        organization: z.string().max(100).optional().meta({
          description: 'Slug of the organization. Required for Sentry.',
          example: 'acme',
        }),
        history: z
          .boolean()
          .optional()
          .meta({
            description:
              `Whether to read the history of up to ${HISTORY_MONITORS_MAX} monitors: pings, flips and the latest bodies of Healthchecks, check-ins of ` +
              'Sentry. This takes further requests for each monitor.',
            example: false,
          }),
      })
      .optional()
      .meta({ description: 'Access to the API of the service. Used if there are no files.' }),
    pingKey: z
      .string()
      .optional()
      .meta({
        description:
          'Key that jobs send, and that the project keeps: the ping key of a Healthchecks project, a Sentry DSN or its public key, ' +
          'or the API key of Cronitor. Only its hash is stored. Needs a sign-in within the last 10 minutes.',
        example: 'Q7mXc2vB9nL4kJ8hG3fD5s',
      }),
    keepKey: z.boolean().default(false).meta({
      description:
        'Whether the project keeps `account.key`, an API key of Healthchecks, for programs that use the API of Healthchecks.',
      example: false,
    }),
    projectShortID: z.string().optional().meta({
      description: "Project of the new monitors. Default: the team's default project.",
      example: 'p7w4nc2h9t',
    }),
    timezone: z
      .string()
      .refine((name) => parseTimezone(name) !== null, UNKNOWN_TIMEZONE)
      .default('UTC')
      .meta({ description: 'IANA time zone of crontabs and timers that name none.', example: 'Europe/Riga' }),
    lines: z
      .array(z.int().min(1))
      .max(ITEMS_MAX)
      .optional()
      .meta({ description: 'Numbers of the crontab lines to import. Default: all.', example: [3, 4] }),
    names: z
      .array(
        z.strictObject({
          line: z.int().min(1).meta({ description: 'Number of the line.', example: 3 }),
          name: singleLineText(1, NAME_LENGTH_MAX).meta({
            description: 'Name of the monitor.',
            example: 'Nightly dump',
          }),
        }),
      )
      .max(ITEMS_MAX)
      .default([])
      .meta({
        description: 'Monitor names for crontab lines, in place of the suggested names.',
      }),
    dryRun: z.boolean().default(true).meta({
      description: 'Whether to return the plan only, and change nothing.',
      example: true,
    }),
    continueStatus: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Whether monitors continue with the status and the last ping of Healthchecks, so that a job that dies during the move ' +
          'is detected. Use this if the jobs report here before their next deadline. If false, a monitor is `new` until its first ping.',
        example: false,
      }),
    skipCollisions: z.boolean().default(false).meta({
      description:
        'Whether to leave out items that collide. If false, a single collision makes the import fail.',
      example: false,
    }),
  })
  .meta({ id: 'ImportInput' });

const notes = z.array(z.string()).meta({
  description: 'Differences from the source and their reasons, one sentence each.',
  example: ['The name was cut to 200 characters.'],
});

const itemSchema = z
  .object({
    name: z.string().meta({ example: 'pg-dump prod' }),
    outcome: z.enum(OUTCOMES).meta({
      description:
        '`create`: becomes a monitor. `exists`: the monitor exists, and the import leaves it as it is. `collision`: its ping ID ' +
        'can’t be kept here. `left_out`: can’t become a monitor.',
      example: 'create',
    }),
    schedule: z.string().meta({
      description: 'The schedule in English; empty if the item was left out.',
      example: 'At 02:00 (UTC)',
    }),
    slug: z
      .string()
      .nullable()
      .meta({ description: 'Slug that is kept; empty if the monitor has none.', example: 'pg-dump-prod' }),
    keepsPingID: z.boolean().meta({
      description:
        'Whether the ping ID stays the same, so that only the address of the service changes in the job.',
      example: true,
    }),
    pastRuns: z.int().meta({
      description: `Number of past runs to import, at most ${HISTORY_MAX}.`,
      example: 0,
    }),
    pastTransitions: z.int().meta({
      description: `Number of past status changes to import, at most ${PAST_STATUSES_MAX}.`,
      example: 0,
    }),
    monitorShortID: z.string().nullable().meta({
      description: '`shortID` of the monitor; null if there is none yet.',
      example: null,
    }),
    pingURL: z.string().nullable().meta({
      description: 'Ping URL of a monitor that this request created; otherwise null.',
      example: null,
    }),
    crontabLine: z
      .object({
        number: z.int().meta({ description: 'Number of the line in the file, from 1.', example: 3 }),
        before: z.string().meta({ description: 'Times and user.', example: '0 2 * * * root ' }),
        command: z.string().meta({
          description: 'The command as written, without its input.',
          example: '/usr/local/bin/pg-dump.sh',
        }),
        after: z.string().meta({
          description: 'The input of the command, which starts with `%`.',
          example: '',
        }),
      })
      .nullable()
      .meta({
        description:
          'The line of a crontab in three parts, for programs that edit the command; null for other sources and for items left out. Never stored.',
      }),
    notes,
  })
  .meta({ id: 'ImportItem' });

const channelSchema = z
  .object({
    name: z.string().meta({ example: 'On-call' }),
    type: z.string().nullable().meta({
      description: 'Type of the new channel; null if none is created.',
      example: 'slack',
    }),
    outcome: z.enum(['create', 'exists', 'left_out']).meta({
      description: '`exists`: a channel of the same name exists, and the monitors use it.',
      example: 'create',
    }),
    notes,
  })
  .meta({ id: 'ImportChannel' });

const keySchema = z
  .object({
    name: z.string().meta({ example: 'Ping key of Healthchecks' }),
    kind: z.enum(PROJECT_KEY_KINDS).meta({ example: 'ping' }),
    outcome: z.enum(['create', 'exists', 'collision']).meta({
      description: '`exists`: the project has the key already. `collision`: the key is in use elsewhere.',
      example: 'create',
    }),
  })
  .meta({ id: 'ImportKey' });

export const importSchema = z
  .object({
    isApplied: z.boolean().meta({
      description: 'Whether this request created the monitors; false for a dry run.',
      example: false,
    }),
    counts: z
      .object({
        create: z.int().meta({ example: 1 }),
        exists: z.int().meta({ example: 0 }),
        collision: z.int().meta({ example: 0 }),
        left_out: z.int().meta({ example: 0 }),
      })
      .meta({ description: 'Number of items by outcome.' }),
    notes,
    items: z.array(itemSchema).meta({ description: 'Items of the source, those left out last.' }),
    channels: z.array(channelSchema).meta({ description: 'Channels of the source.' }),
    keys: z.array(keySchema).meta({ description: 'Keys that the project keeps.' }),
  })
  .meta({ id: 'Import' });

/** A monitor that the request created. */
export interface CreatedItem {
  readonly shortID: string;
  readonly pingURL: string;
}

export async function writeImport(
  plan: ImportPlan,
  created: ReadonlyMap<PlannedItem, CreatedItem> | null,
): Promise<z.output<typeof importSchema>> {
  const items: z.output<typeof itemSchema>[] = [];
  for (const [index, planned] of plan.items.entries()) {
    if (index % ITEMS_AT_ONCE === 0) await yieldToPings();
    items.push(writeItem(planned, created?.get(planned) ?? null));
  }
  return {
    isApplied: created !== null,
    counts: plan.counts,
    notes: [...plan.notes],
    items,
    channels: plan.channels.map(writeChannel),
    keys: plan.keys.map(({ name, kind, outcome }) => ({ name, kind, outcome })),
  };
}

function writeItem(planned: PlannedItem, created: CreatedItem | null): z.output<typeof itemSchema> {
  const { name, outcome, item, monitorShortID } = planned;
  return {
    name,
    outcome,
    schedule: item === null ? '' : summarize(item.rules.schedule),
    slug: item?.slug ?? null,
    keepsPingID: outcome === 'create' && item !== null && item.pingID !== null,
    pastRuns: outcome === 'create' ? (item?.history.length ?? 0) : 0,
    pastTransitions: outcome === 'create' ? (item?.pastStatuses.length ?? 0) : 0,
    monitorShortID: created?.shortID ?? monitorShortID,
    pingURL: created?.pingURL ?? null,
    crontabLine: item?.crontabLine ?? null,
    notes: [...planned.notes],
  };
}

function writeChannel({ name, outcome, create, notes }: PlannedChannel): z.output<typeof channelSchema> {
  return { name, type: create?.type ?? null, outcome, notes: [...notes] };
}
