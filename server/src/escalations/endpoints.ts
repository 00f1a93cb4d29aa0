import {
  AFTER_SECONDS_MIN,
  type EscalationPolicy,
  STEPS_MAX,
} from '@overdue/domain/alerting/escalation-policy.ts';
import { DURATION_SECONDS_MAX, toMs } from '@overdue/domain/duration.ts';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { type RequestedReference, referencesIn, referencesTo } from '../api/missing-references.ts';
import { revision } from '../api/precondition.ts';
import { invalidInputError } from '../api/problems.ts';
import { EDIT_DESCRIPTION, readOnly } from '../api/read-only.ts';
import { resourceEndpoints } from '../api/resource-endpoints.ts';
import { editOf, requireFound, respondCreated, respondEdited, type TeamResource } from '../api/resources.ts';
import { success } from '../api/responses.ts';
import { pathID, singleLineText } from '../api/schemas.ts';
import type { Revised } from '../database/edits.ts';
import { newShortID } from '../platform/runtime/random.ts';
import { CHANNELS_EXAMPLE, channelsInput } from '../projects/alert-settings.ts';
import type { EscalationResource } from './contract.ts';

const escalationParams = z.object({
  escalationShortID: pathID.meta({ description: "The policy's `shortID`.", example: 'e3h6n9xr2v' }),
});

export const POLICIES_MAX = 50;

const AFTER_META = { description: 'Seconds since the incident opened.', example: 900 };
const CHANNELS_META = {
  description:
    'Channels to alert, by `shortID`, regardless of their subscriptions. May be empty if `onCall` names a schedule.',
  example: CHANNELS_EXAMPLE,
};

const ON_CALL_META = {
  description: 'On-call schedules, by `shortID`: the step alerts the member on call at the time of the step.',
  example: ['r6k2v9tn4x'],
};
const ON_CALL_MAX = 10;
const onCallInput = z
  .array(z.string())
  .max(ON_CALL_MAX)
  .transform((ids) => [...new Set(ids)])
  .default([]);

const steps = z
  .array(
    z.strictObject({
      after: z.number().min(AFTER_SECONDS_MIN).max(DURATION_SECONDS_MAX).meta(AFTER_META),
      channels: channelsInput.meta(CHANNELS_META),
      onCall: onCallInput.meta(ON_CALL_META),
    }),
  )
  .min(1)
  .max(STEPS_MAX)
  .superRefine((list, context) => {
    list.forEach(({ after }, index) => {
      if (after <= (list[index - 1]?.after ?? 0))
        context.addIssue({
          code: 'custom',
          path: [index, 'after'],
          message: 'This must be greater than in the previous step.',
        });
    });
  })
  .meta({ description: `1 to ${STEPS_MAX} steps, each later than the previous one.` });

export const escalationBody = z
  .strictObject({
    name: singleLineText(1, NAME_LENGTH_MAX).meta({ description: 'Display name.', example: 'On call' }),
    steps,
  })
  .meta({ id: 'EscalationInput' });
type Steps = z.output<typeof steps>;

export function parseSteps(list: Steps): EscalationPolicy['steps'] {
  return list.map(({ after, channels, onCall }) => ({ afterMs: toMs(after), channels, onCall }));
}

/** Refuses steps that alert no one, unless the stored step is already empty because its last channel or schedule was deleted. */
export function requireStepChannels(list: Steps, stored: EscalationPolicy['steps']): void {
  const isLeft = (after: number) =>
    stored.some(
      ({ afterMs, channels, onCall }) => afterMs === toMs(after) && channels.length + onCall.length === 0,
    );
  const problems = list.flatMap(({ after, channels, onCall }, index): readonly FieldProblem[] =>
    channels.length + onCall.length > 0 || isLeft(after)
      ? []
      : [
          {
            path: `steps.${index}.channels`,
            message: 'This must name at least one channel, unless onCall names a schedule.',
          },
        ],
  );
  if (problems.length > 0) throw invalidInputError(problems);
}

export function stepReferences(list: Steps): readonly RequestedReference[] {
  return list.flatMap(({ channels, onCall }, index) => [
    ...referencesIn('channel', `steps.${index}.channels`, channels),
    ...referencesIn('on_call', `steps.${index}.onCall`, onCall),
  ]);
}

const escalation = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the policy in this API.', example: 'e3h6n9xr2v' }),
    name: z.string().meta({ example: 'On call' }),
    steps: z
      .array(
        z.object({
          after: z.number().meta(AFTER_META),
          channels: z.array(z.string()).meta(CHANNELS_META),
          onCall: z.array(z.string()).meta(ON_CALL_META),
        }),
      )
      .meta({ description: 'Steps in order.' }),
    revision,
  })
  .meta({ id: 'EscalationPolicy', description: 'Channels to alert while an incident is not acknowledged.' });

const READ_ONLY = ['shortID'] as const;
const escalationEdit = escalationBody
  .partial()
  .extend(readOnly(escalation.shape, [...READ_ONLY, 'revision']))
  .meta({ id: 'EscalationEdit', description: EDIT_DESCRIPTION });

function writeEscalation({ shortID, name, steps, revision }: Revised<EscalationPolicy>) {
  return {
    shortID,
    name,
    steps: steps.map(({ afterMs, channels, onCall }) => ({ after: afterMs / 1000, channels, onCall })),
    revision,
  };
}

const ESCALATION: TeamResource<Revised<EscalationPolicy>> = {
  name: 'escalation',
  labels: { one: 'escalation policy', many: 'escalation policies' },
  write: writeEscalation,
};

const escalations = resourceEndpoints<Revised<EscalationPolicy>>({
  ...ESCALATION,
  path: '/v1/escalations/',
  tag: 'Escalations',
  params: escalationParams,
  schema: escalation,
  stored: ({ store }) => store.escalations,
  resource: () => ESCALATION,
});

const listEscalations = escalations.list({
  operationID: 'listEscalations',
  description: `All policies, oldest first. A team has at most ${POLICIES_MAX}.`,
});

const createEscalation = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/escalations/',
  operationID: 'createEscalation',
  tag: 'Escalations',
  summary: 'Create an escalation policy',
  description: 'The policy applies to monitors and projects that name it in `escalation`.',
  permission: 'write',
  body: escalationBody,
  bodyExample: { name: 'On call', steps: [{ after: 900, channels: CHANNELS_EXAMPLE }] },
  responses: success(201, 'The new policy.', { escalation }),
  etag: 'sent',
  errors: ['conflict'],
  async handle({ access, body }, { store, random, clock }) {
    requireStepChannels(body.steps, []);
    const created = await store.escalations.create(
      {
        teamID: access.teamID,
        shortID: newShortID(random),
        name: body.name,
        steps: parseSteps(body.steps),
        createdAt: clock.now(),
      },
      { max: POLICIES_MAX, references: referencesTo(access.teamID, stepReferences(body.steps)) },
    );
    return respondCreated(ESCALATION, created);
  },
});

const readEscalation = escalations.read({ operationID: 'readEscalation', description: 'One policy.' });

const editEscalation = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/escalations/{escalationShortID}/',
  operationID: 'editEscalation',
  tag: 'Escalations',
  summary: 'Change an escalation policy',
  description: 'Omitted fields keep their value. `steps` are replaced as a whole.',
  permission: 'write',
  params: escalationParams,
  body: escalationEdit,
  bodyExample: { steps: [{ after: 600, channels: CHANNELS_EXAMPLE }] },
  responses: success(200, 'The policy after the change.', { escalation }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, body, ifMatch, audit }, { store }) {
    const edited = await store.escalations.change(
      access.teamID,
      params.escalationShortID,
      editOf<Revised<EscalationPolicy>, EscalationResource['change']>({
        resource: ESCALATION,
        expected: { ifMatch, revision: body.revision },
        readOnly: { requestBody: body, names: READ_ONLY },
        references: stepReferences(body.steps ?? []),
        storedReferences: ({ steps }) => steps.flatMap(({ channels, onCall }) => [...channels, ...onCall]),
        merge({ name, steps }) {
          requireStepChannels(body.steps ?? [], steps);
          return {
            before: { name, steps },
            after: {
              name: body.name ?? name,
              steps: body.steps === undefined ? steps : parseSteps(body.steps),
            },
          };
        },
      }),
    );
    return respondEdited(ESCALATION, requireFound(edited, ESCALATION.labels.one), audit);
  },
});

const deleteEscalation = escalations.delete({
  operationID: 'deleteEscalation',
  description: 'Monitors and projects that name the policy get an empty `escalation`, which means none.',
});

export const ESCALATION_ENDPOINTS = [
  listEscalations,
  createEscalation,
  readEscalation,
  editEscalation,
  deleteEscalation,
];
