import { type Access, endingToken } from '@overdue/domain/access/access.ts';
import {
  isValidAt,
  PROJECT_KEY_KINDS,
  PROJECT_KEYS_MAX,
  type ProjectKey,
  type ProjectKeyKind,
} from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { expiryOf } from '../../api/expiry.ts';
import { memberName } from '../../api/member-name.ts';
import { invalidInputError } from '../../api/problems.ts';
import { requireFound } from '../../api/resources.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { pathID, singleLineText, timeInput, timeOutput } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import { newProjectKey } from '../../platform/security/token.ts';
import { findProject, projectParams } from './find-project.ts';

const projectKeyParams = projectParams.extend({
  keyShortID: pathID.meta({ description: "The key's `shortID`.", example: 'h4x8m2rt6w' }),
});

/** Sentry's clients require a project number in a DSN. This number is never read, because the key identifies the project. */
const DSN_PROJECT = 1;

const kind = z.enum(PROJECT_KEY_KINDS).meta({
  description:
    "`ping`: reports runs by a monitor's slug, and may create monitors. `read_write`: manages the project's monitors through the " +
    'APIs of other services. `read`: reads them.',
  example: 'ping',
});

const key = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the key in this API.', example: 'h4x8m2rt6w' }),
    kind,
    name: z.string().meta({ example: 'cron on db-01' }),
    prefix: z.string().meta({ description: 'First characters of the secret.', example: 'Q7mX' }),
    createdAt: timeOutput('Creation time.', '2026-11-02T09:12:44.018Z'),
    createdBy: z
      .string()
      .meta({ description: "The creator's name, or else the email.", example: 'Ann Example' }),
    lastUsedAt: timeOutput(
      'Time of the last request with the key, to the minute; null if there was none. Not recorded for `ping` keys.',
      '2026-11-20T00:00:04.512Z',
    ).nullable(),
    expiresAt: timeOutput(
      'Expiry time, set for the key or by the team; null if the key does not expire.',
      '2099-11-02T00:00:00.000Z',
    ).nullable(),
  })
  .meta({ id: 'ProjectKey' });

const createdKey = key
  .extend({
    secret: z.string().meta({
      description:
        'The key itself: 22 letters and digits for the kind `ping`, 32 for the others. It is never shown again.',
      example: 'Q7mXc2vB9nL4kJ8hG3fD5s',
    }),
    dsn: z.string().nullable().meta({
      description: 'The key as a DSN for Sentry clients; null unless the kind is `ping`.',
      example: 'https://Q7mXc2vB9nL4kJ8hG3fD5s@overdue.example.com/1',
    }),
  })
  .meta({ id: 'CreatedProjectKey' });

const keyBody = z
  .strictObject({
    kind,
    name: singleLineText(1, NAME_LENGTH_MAX).meta({
      description: 'Purpose of the key.',
      example: 'cron on db-01',
    }),
    expiresAt: timeInput
      .nullable()
      .optional()
      .meta({
        description:
          'RFC 3339 time in the future at which the key expires. Default: never, or the latest time that the team allows. A key that an ' +
          'expiring token creates ends with the token.',
        example: '2099-11-02T00:00:00Z',
      }),
  })
  .meta({ id: 'ProjectKeyInput' });

function writeKey({ shortID, kind, name, prefix, createdAt, createdBy, lastUsedAt, expiresAt }: ProjectKey) {
  return {
    shortID,
    kind,
    name,
    prefix,
    createdAt: writeTime(createdAt),
    createdBy,
    lastUsedAt: writeTimeOrNull(lastUsedAt),
    expiresAt: writeTimeOrNull(expiresAt),
  };
}

function dsnOf(baseURL: string, secret: string, kind: ProjectKeyKind): string | null {
  return kind === 'ping' ? `${baseURL.replace('://', `://${secret}@`)}/${DSN_PROJECT}` : null;
}

/** Limits the expiry of a key to the end of the token that creates the key. */
function expiryWithToken(access: Access, end: number | null, wanted: number | null): number | null {
  const token = endingToken(access);
  if (token === null) return end;
  if (wanted === null || wanted <= token.endsAt) return Math.min(end ?? token.endsAt, token.endsAt);
  const message = `Your token expires at ${writeTime(token.endsAt)}, and a key that it creates can’t last longer. Choose an earlier time.`;
  throw invalidInputError([{ path: 'expiresAt', message }]);
}

/** Expired keys count too, because the list of keys shows them until they are deleted. */
async function tooManyKeysError(
  projectID: number,
  {
    teamID,
    store,
    now,
  }: { readonly teamID: string; readonly store: Pick<V1Parts['store'], 'projectKeys'>; readonly now: number },
): Promise<AppError> {
  const expired = (await store.projectKeys.list(teamID)).filter(
    (key) => key.projectID === projectID && !isValidAt(key, now),
  ).length;
  const remedy =
    expired === 0
      ? 'Delete one first.'
      : `Delete expired keys first: ${expired} of these keys ${expired === 1 ? 'has' : 'have'} expired.`;
  return new AppError('conflict', `The project has reached its limit of ${PROJECT_KEYS_MAX} keys. ${remedy}`);
}

const listKeys = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/projects/{projectShortID}/keys/',
  operationID: 'listProjectKeys',
  allowsProjectTokens: true,
  tag: 'Projects',
  summary: 'List the keys of a project',
  description: `All keys, oldest first, without their secrets. A project has at most ${PROJECT_KEYS_MAX}.`,
  permission: 'read',
  params: projectParams,
  responses: success(200, 'The keys.', { keys: z.array(key) }),
  errors: ['not_found'],
  async handle({ access, params }, { store }) {
    const { id } = await findProject(access, params.projectShortID, store);
    const keys = await store.projectKeys.list(access.teamID);
    return respond(200, { keys: keys.filter(({ projectID }) => projectID === id).map(writeKey) });
  },
});

const createKey = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/projects/{projectShortID}/keys/',
  operationID: 'createProjectKey',
  allowsProjectTokens: true,
  tag: 'Projects',
  summary: 'Create a key',
  description:
    "Creates a key for clients of other services. The key belongs to the project: unlike a token, it outlives its creator's " +
    'membership. A token needs the scope `admin`; if the token expires or is revoked before its expiry, the key ends with the token.',
  permission: 'grant',
  needsFreshSignIn: true,
  params: projectParams,
  body: keyBody,
  bodyExample: { kind: 'ping', name: 'cron on db-01' },
  responses: success(201, 'The new key, including its secret.', { key: createdKey }),
  errors: ['not_found', 'conflict'],
  async handle({ access, params, body, audit }, { store, clock, random, baseURL }) {
    const project = await findProject(access, params.projectShortID, store);
    const createdAt = clock.now();
    const { tokenDaysMax } = await store.findTeamSettings(access.teamID);
    const expiresAt = expiryWithToken(
      access,
      expiryOf(body.expiresAt ?? null, createdAt, tokenDaysMax),
      body.expiresAt ?? null,
    );
    const { secret, prefix, hash } = newProjectKey(body.kind, random);
    const created = await store.projectKeys.create({
      teamID: access.teamID,
      shortID: newShortID(random),
      projectID: project.id,
      kind: body.kind,
      name: body.name,
      prefix,
      hash,
      createdAt,
      createdBy: await memberName(access, store),
      expiresAt,
      endsWithToken: endingToken(access)?.id ?? null,
    });
    if (created.outcome === 'project_gone')
      throw new AppError('not_found', 'The project was deleted during the request.');
    if (created.outcome !== 'created')
      throw await tooManyKeysError(project.id, { teamID: access.teamID, store, now: createdAt });
    audit({ details: { kind: body.kind, expiresAt: writeTimeOrNull(expiresAt) } });
    const dsn = dsnOf(baseURL, secret, body.kind);
    return respond(201, { key: { ...writeKey(created.record), secret, dsn } });
  },
});

const deleteKey = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/projects/{projectShortID}/keys/{keyShortID}/',
  operationID: 'deleteProjectKey',
  allowsProjectTokens: true,
  tag: 'Projects',
  summary: 'Delete a key',
  description:
    'The key stops working: immediately on the node that answers, and within five seconds on other nodes. A token needs the scope `admin`.',
  permission: 'grant',
  params: projectKeyParams,
  responses: success(200, 'The deleted key.', { key }),
  errors: ['not_found'],
  async handle({ access, params }, { store }) {
    const project = await findProject(access, params.projectShortID, store);
    const wanted = await store.projectKeys.find(access.teamID, params.keyShortID);
    const { shortID } = requireFound(wanted?.projectID === project.id ? wanted : null, 'key');
    const deleted = await store.projectKeys.delete(access.teamID, shortID);
    return respond(200, {
      key: writeKey(requireFound(deleted.outcome === 'deleted' ? deleted.record : null, 'key')),
    });
  },
});

export const PROJECT_KEY_ENDPOINTS = [listKeys, createKey, deleteKey];
