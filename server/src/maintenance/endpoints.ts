import type { MaintenanceTimes, MaintenanceWindow } from '@overdue/domain/alerting/alert-settings.ts';
import { activeUntil, nextStart } from '@overdue/domain/alerting/maintenance.ts';
import type { MaintenanceScope } from '@overdue/domain/alerting/maintenance-scope.ts';
import { toMs } from '@overdue/domain/duration.ts';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { parseCron } from '@overdue/domain/schedule/cron.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '@overdue/domain/schedule/timezone.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { type RequestedReference, referencesIn, referencesTo } from '../api/missing-references.ts';
import { revision } from '../api/precondition.ts';
import { invalidInputError } from '../api/problems.ts';
import { EDIT_DESCRIPTION, readOnly } from '../api/read-only.ts';
import { replanAndWake } from '../api/replan-team.ts';
import { resourceEndpoints } from '../api/resource-endpoints.ts';
import { editOf, requireFound, respondCreated, respondEdited, type TeamResource } from '../api/resources.ts';
import { success } from '../api/responses.ts';
import { pathID, singleLineText, timeInput, timeOutput } from '../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../api/times.ts';
import type { Revised } from '../database/edits.ts';
import { newShortID } from '../platform/runtime/random.ts';
import type { MaintenanceResource } from './contract.ts';

const maintenanceParams = z.object({
  maintenanceShortID: pathID.meta({ description: "The window's `shortID`.", example: 'w2d9f4kx6b' }),
});

/** Maximum windows of a team. Each maintenance check reads them all. */
export const WINDOWS_MAX = 100;
export const MONITORS_MAX = 500;
const TAGS_MAX = 100;
export const PROJECTS_MAX = 100;
const DURATION_SECONDS_MIN = 60;
const DURATION_SECONDS_MAX = 30 * 86_400;

function distinctList<T extends z.ZodType<string>>(text: T, max: number) {
  return z
    .array(text)
    .max(max)
    .transform((texts) => [...new Set(texts)]);
}

const fields = {
  name: singleLineText(1, NAME_LENGTH_MAX).meta({
    description: 'Display name.',
    example: 'Database upgrade',
  }),
  monitors: distinctList(z.string(), MONITORS_MAX)
    .optional()
    .meta({
      description: `Monitors that the window covers, by \`shortID\`, at most ${MONITORS_MAX}.`,
      example: [],
    }),
  tags: distinctList(singleLineText(1, 50), TAGS_MAX)
    .optional()
    .meta({
      description: `The window covers monitors with one of these tags, at most ${TAGS_MAX}.`,
      example: ['db'],
    }),
  projects: distinctList(z.string(), PROJECTS_MAX)
    .optional()
    .meta({
      description: `The window covers the monitors of these projects, by \`shortID\`, at most ${PROJECTS_MAX}.`,
      example: [],
    }),
  startsAt: timeInput.nullish().meta({
    description: 'Start of a one-time window, RFC 3339.',
    example: '2026-11-22T01:00:00Z',
  }),
  endsAt: timeInput
    .nullish()
    .meta({ description: 'End of a one-time window, RFC 3339.', example: '2026-11-22T03:00:00Z' }),
  cron: z.string().max(1000).nullish().meta({
    description: 'Starts of a recurring window: a cron expression as in schedules.',
  }),
  timezone: z
    .string()
    .nullish()
    .meta({ description: 'IANA time zone of the cron expression. Default: UTC.' }),
  duration: z
    .number()
    .nullish()
    .meta({
      description: `Length of each recurrence in seconds, ${DURATION_SECONDS_MIN} to ${DURATION_SECONDS_MAX} (${DURATION_SECONDS_MAX / 86_400} days).`,
    }),
};

export const maintenanceBody = z.strictObject(fields).meta({
  id: 'MaintenanceInput',
  description:
    'Set either `startsAt` and `endsAt`, or `cron` and `duration`. A window without monitors, tags and projects covers the whole team.',
});
const maintenanceFields = { ...fields, name: fields.name.optional() };

const input = z.strictObject(maintenanceFields);
type Input = z.output<typeof input>;

const EVERYTHING: MaintenanceScope = { monitors: [], tags: [], projects: [] };

/** Merges a request into the previous window, if any. Throws an error that lists every invalid field. */
export function parseWindow(
  before: Pick<MaintenanceWindow, 'scope' | 'times'> | null,
  input: Input,
): Pick<MaintenanceWindow, 'scope' | 'times'> {
  const scope = before?.scope ?? EVERYTHING;
  const { monitors = scope.monitors, tags = scope.tags, projects = scope.projects } = input;
  const problems: FieldProblem[] = [];
  const times = parseTimes(before?.times ?? null, input, problems);
  if (times === null || problems.length > 0) throw invalidInputError(problems);
  return { scope: { monitors, tags, projects }, times };
}

/**
 * Writes the settings of a window in request form. A recurring window has null for `startsAt` and `endsAt`, and a one-time window
 * has null for the fields of recurring windows.
 */
export function writeWindowSettings({
  name,
  scope,
  times,
}: Pick<MaintenanceWindow, 'name' | 'scope' | 'times'>) {
  const isOnce = times.type === 'once';
  return {
    name,
    monitors: scope.monitors,
    tags: scope.tags,
    projects: scope.projects,
    startsAt: isOnce ? writeTime(times.from) : null,
    endsAt: isOnce ? writeTime(times.to) : null,
    cron: isOnce ? null : times.cron,
    timezone: isOnce ? null : times.timezone,
    duration: isOnce ? null : times.durationMs / 1000,
  };
}

export function windowReferences({ monitors = [], projects = [] }: Input): readonly RequestedReference[] {
  return [...referencesIn('monitor', 'monitors', monitors), ...referencesIn('project', 'projects', projects)];
}

function parseTimes(
  before: MaintenanceTimes | null,
  input: Input,
  problems: FieldProblem[],
): MaintenanceTimes | null {
  const isOnce = (input.startsAt ?? input.endsAt ?? null) !== null;
  const isCron = (input.cron ?? input.timezone ?? input.duration ?? null) !== null;
  if (isOnce && isCron) {
    const message = 'Set either startsAt and endsAt, or cron and duration.';
    problems.push({ path: 'cron', message });
    return null;
  }
  if (!isOnce && !isCron && before !== null) return before;
  return isCron ? parseCronTimes(before, input, problems) : parseOnce(before, input, problems);
}

function parseOnce(before: MaintenanceTimes | null, input: Input, problems: FieldProblem[]) {
  const current = before?.type === 'once' ? before : null;
  const from = input.startsAt ?? current?.from;
  const to = input.endsAt ?? current?.to;
  const missing = 'This field is required unless cron and duration are set.';
  if (from === undefined) problems.push({ path: 'startsAt', message: missing });
  if (to === undefined) problems.push({ path: 'endsAt', message: missing });
  if (from === undefined || to === undefined) return null;
  if (to <= from) problems.push({ path: 'endsAt', message: 'This must be after startsAt.' });
  return { type: 'once', from, to } as const;
}

function parseCronTimes(before: MaintenanceTimes | null, input: Input, problems: FieldProblem[]) {
  const current = before?.type === 'cron' ? before : null;
  const expression = input.cron ?? current?.cron ?? '';
  const timezone = input.timezone ?? current?.timezone ?? 'UTC';
  const durationMs = input.duration == null ? current?.durationMs : toMs(input.duration);
  if (parseTimezone(timezone) === null) problems.push({ path: 'timezone', message: UNKNOWN_TIMEZONE });
  else {
    const result = parseCron(expression, timezone);
    if (!result.ok) problems.push({ path: 'cron', message: result.message });
    else if (durationMs !== undefined && isDuration(durationMs))
      return {
        type: 'cron',
        cron: result.cron.expression,
        timezone: result.cron.timezone,
        durationMs,
      } as const;
  }
  if (durationMs === undefined || !isDuration(durationMs))
    problems.push({
      path: 'duration',
      message: `This must be ${DURATION_SECONDS_MIN} to ${DURATION_SECONDS_MAX} seconds.`,
    });
  return null;
}

function isDuration(ms: number): boolean {
  return ms >= toMs(DURATION_SECONDS_MIN) && ms <= toMs(DURATION_SECONDS_MAX);
}

const maintenanceWindow = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the window in this API.', example: 'w2d9f4kx6b' }),
    name: z.string().meta({ example: 'Database upgrade' }),
    monitors: z
      .array(z.string())
      .meta({ description: 'Monitors that the window covers, by `shortID`.', example: [] }),
    tags: z
      .array(z.string())
      .meta({ description: 'The window covers monitors with one of these tags.', example: ['db'] }),
    projects: z
      .array(z.string())
      .meta({ description: 'The window covers the monitors of these projects, by `shortID`.', example: [] }),
    startsAt: timeOutput('Start; null for a recurring window.', '2026-11-22T01:00:00.000Z').nullable(),
    endsAt: timeOutput('End; null for a recurring window.', '2026-11-22T03:00:00.000Z').nullable(),
    cron: z
      .string()
      .nullable()
      .meta({ description: 'Starts as a cron expression; null for a one-time window.', example: null }),
    timezone: z.string().nullable().meta({
      description: 'Time zone of the cron expression; null for a one-time window.',
      example: null,
    }),
    duration: z.number().nullable().meta({
      description: 'Length of each recurrence in seconds; null for a one-time window.',
      example: null,
    }),
    active: z.boolean().meta({ description: 'Whether the window is active now.', example: false }),
    nextStartsAt: timeOutput('Next start; null if there is none.', '2026-11-22T01:00:00.000Z').nullable(),
    revision,
  })
  .meta({
    id: 'MaintenanceWindow',
    description:
      'A period in which Overdue evaluates monitors but holds their alerts. Covers the whole team if `monitors`, `tags` and `projects` are empty.',
  });

const READ_ONLY = ['shortID'] as const;

const maintenanceEdit = z
  .strictObject({
    ...maintenanceFields,
    ...readOnly(maintenanceWindow.shape, [...READ_ONLY, 'active', 'nextStartsAt', 'revision']),
  })
  .meta({
    id: 'MaintenanceEdit',
    description: `${EDIT_DESCRIPTION} Sending the times of the other kind (one-time or recurring) changes the kind.`,
  });

type Window = Revised<MaintenanceWindow>;

function writeWindow(window: Window, now: number) {
  const { shortID, revision } = window;
  return {
    shortID,
    ...writeWindowSettings(window),
    active: activeUntil(window, now) !== null,
    nextStartsAt: writeTimeOrNull(nextStart(window, now)),
    revision,
  };
}

const WINDOW = {
  name: 'window',
  labels: { one: 'maintenance window', many: 'maintenance windows' },
} as const;

function windowsAt(now: number): TeamResource<Window> {
  return { ...WINDOW, write: (window) => writeWindow(window, now) };
}

const windows = resourceEndpoints<Window>({
  ...WINDOW,
  path: '/v1/maintenance/',
  tag: 'Maintenance',
  params: maintenanceParams,
  schema: maintenanceWindow,
  stored: ({ store }) => store.maintenance,
  resource: ({ clock }) => windowsAt(clock.now()),
});

const listMaintenance = windows.list({
  operationID: 'listMaintenance',
  description: `All windows, oldest first. A team has at most ${WINDOWS_MAX}.`,
});

const createMaintenance = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/maintenance/',
  operationID: 'createMaintenance',
  tag: 'Maintenance',
  summary: 'Create a maintenance window',
  description: 'One-time with `startsAt` and `endsAt`, or recurring with `cron`, `timezone` and `duration`.',
  permission: 'write',
  body: maintenanceBody,
  bodyExample: {
    name: 'Database upgrade',
    tags: ['db'],
    startsAt: '2026-11-22T01:00:00Z',
    endsAt: '2026-11-22T03:00:00Z',
  },
  responses: success(201, 'The new window.', { window: maintenanceWindow }),
  etag: 'sent',
  errors: ['conflict'],
  async handle({ access, body }, { store, random, clock }) {
    const settings = parseWindow(null, body);
    const { teamID } = access;
    const now = clock.now();
    const created = await store.maintenance.create(
      { teamID, shortID: newShortID(random), name: body.name, ...settings, createdAt: now },
      { max: WINDOWS_MAX, references: referencesTo(teamID, windowReferences(body)) },
    );
    return respondCreated(windowsAt(now), created);
  },
});

const readMaintenance = windows.read({
  operationID: 'readMaintenance',
  description: 'One window as it is now.',
});

const editMaintenance = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/maintenance/{maintenanceShortID}/',
  operationID: 'editMaintenance',
  tag: 'Maintenance',
  summary: 'Change a maintenance window',
  description: 'Omitted fields keep their value. To end a window now, set its `endsAt`.',
  permission: 'write',
  params: maintenanceParams,
  body: maintenanceEdit,
  bodyExample: { endsAt: '2026-11-22T04:00:00Z' },
  responses: success(200, 'The window after the change.', { window: maintenanceWindow }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, body, ifMatch, audit }, parts) {
    const { store, clock } = parts;
    const resource = windowsAt(clock.now());
    const changed = await store.maintenance.change(
      access.teamID,
      params.maintenanceShortID,
      editOf<Window, MaintenanceResource['change']>({
        resource,
        expected: { ifMatch, revision: body.revision },
        readOnly: { requestBody: body, names: READ_ONLY },
        references: windowReferences(body),
        storedReferences: ({ scope }) => [...scope.monitors, ...scope.projects],
        merge: (current) => ({
          before: { name: current.name, scope: current.scope, times: current.times },
          after: { name: body.name ?? current.name, ...parseWindow(current, body) },
        }),
      }),
    );
    const edited = requireFound(changed, WINDOW.labels.one);
    await replanAndWake(access.teamID, parts);
    return respondEdited(resource, edited, audit);
  },
});

const deleteMaintenance = windows.delete({
  operationID: 'deleteMaintenance',
  description: 'Ends maintenance for its monitors.',
  onDeleted: replanAndWake,
});

export const MAINTENANCE_ENDPOINTS = [
  listMaintenance,
  createMaintenance,
  readMaintenance,
  editMaintenance,
  deleteMaintenance,
];
