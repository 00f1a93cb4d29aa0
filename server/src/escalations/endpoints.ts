import type { EscalationPolicy } from '@overdue/domain/alerting/alert-settings.ts';
import { z } from 'zod';
import { deletionCheckOf, editOf, respondEdited } from '../api/edits.ts';
import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { referencesTo } from '../api/missing-references.ts';
import { revision } from '../api/precondition.ts';
import { EDIT_DESCRIPTION, readOnly } from '../api/read-only.ts';
import { requireFound, respondCreated, respondDeleted, type TeamResource } from '../api/resources.ts';
import { respond, respondRevised } from '../api/respond.ts';
import { success } from '../api/responses.ts';
import { escalationParams, nextCursor } from '../api/schemas.ts';
import type { Revised } from '../database/edits.ts';
import { newShortID } from '../platform/runtime/random.ts';
import { CHANNELS_EXAMPLE } from '../projects/alert-settings.ts';
import type { EscalationResource } from './contract.ts';
import {
  AFTER_META,
  CHANNELS_META,
  escalationBody,
  ON_CALL_META,
  POLICIES_MAX,
  parseSteps,
  requireStepChannels,
  stepReferences,
} from './input.ts';

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

const listEscalations = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/escalations/',
  operationID: 'listEscalations',
  tag: 'Escalations',
  summary: 'List escalation policies',
  description: `All policies, oldest first. A team has at most ${POLICIES_MAX}.`,
  permission: 'read',
  responses: success(200, 'The policies.', { escalations: z.array(escalation), nextCursor }),
  errors: [],
  async handle({ access }, { store }) {
    const policies = await store.escalations.list(access.teamID);
    return respond(200, { escalations: policies.map(writeEscalation), nextCursor: null });
  },
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
    return respondCreated(ESCALATION, created, POLICIES_MAX);
  },
});

const readEscalation = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/escalations/{escalationShortID}/',
  operationID: 'readEscalation',
  tag: 'Escalations',
  summary: 'Read an escalation policy',
  description: 'One policy.',
  permission: 'read',
  params: escalationParams,
  responses: success(200, 'The policy.', { escalation }),
  etag: 'sent',
  errors: ['not_found'],
  async handle({ access, params }, { store }) {
    const policy = requireFound(
      await store.escalations.find(access.teamID, params.escalationShortID),
      ESCALATION.labels.one,
    );
    return respondRevised(200, { escalation: writeEscalation(policy) }, policy.revision);
  },
});

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

const deleteEscalation = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/escalations/{escalationShortID}/',
  operationID: 'deleteEscalation',
  tag: 'Escalations',
  summary: 'Delete an escalation policy',
  description: 'Monitors and projects that name the policy get an empty `escalation`, which means none.',
  permission: 'write',
  params: escalationParams,
  responses: success(200, 'The deleted policy.', { escalation }),
  etag: 'checked',
  errors: ['not_found'],
  async handle({ access, params, ifMatch }, { store }) {
    const check = deletionCheckOf(ESCALATION, { ifMatch });
    return respondDeleted(
      ESCALATION,
      await store.escalations.delete(access.teamID, params.escalationShortID, check),
    );
  },
});

export const ESCALATION_ENDPOINTS = [
  listEscalations,
  createEscalation,
  readEscalation,
  editEscalation,
  deleteEscalation,
];
