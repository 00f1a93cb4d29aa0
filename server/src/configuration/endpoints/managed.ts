import { CONFIGURED_KINDS } from '@overdue/domain/configuration/resource.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { notFoundError } from '../../api/resources.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { fileName } from '../apply-schema.ts';

const params = z.object({
  managedID: z
    .string()
    .max(40)
    .meta({ description: 'ID of the resource in the API.', example: 'k3v9x2mq7d' }),
});

const management = z.object({
  file: fileName,
  kind: z.enum(CONFIGURED_KINDS).meta({ example: 'monitor' }),
  key: z.string().meta({ description: 'Key in the file.', example: 'nightly-dump' }),
});

const managed = management.meta({
  id: 'ManagedResource',
  description: 'The configuration file that manages a resource.',
});

const PATH = '/v1/configuration/resources/{managedID}/';

const readManaged = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: PATH,
  operationID: 'readManagedResource',
  tag: 'Configuration',
  summary: 'Read which file manages a resource',
  description:
    'Responds with the configuration file that manages a monitor, a channel or another resource; null if none does. The next apply of ' +
    'the file reverts edits to the resource.',
  permission: 'read',
  params,
  responses: success(200, 'The file and the key, or null.', { managed: management.nullable() }),
  errors: [],
  async handle({ access, params: { managedID } }, { store }) {
    const managed = await store.managed.find(access.teamID, managedID);
    return respond(200, { managed: managed === null ? null : writeManaged(managed) });
  },
});

const releaseManaged = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: PATH,
  operationID: 'releaseManagedResource',
  tag: 'Configuration',
  summary: 'Release a resource from its file',
  description:
    'The resource stays as it is, and its file no longer manages it. If the file still contains the key, the next apply creates a new ' +
    'resource.',
  permission: 'write',
  params,
  responses: success(200, 'The former file and key of the resource.', { managed }),
  action: 'configuration.release',
  errors: ['not_found'],
  async handle({ access, params: { managedID }, audit }, { store }) {
    const released = await store.managed.delete(access.teamID, managedID);
    if (released.outcome !== 'deleted') throw notFoundError('managed resource');
    const { file, key } = released.record;
    audit({ target: null, details: { file, key } });
    return respond(200, { managed: writeManaged(released.record) });
  },
});

const filesOf = z.array(
  z.object({
    file: fileName,
    kind: management.shape.kind,
    managedIDs: z
      .array(z.string())
      .meta({ description: 'IDs of the resources in the API.', example: ['k3v9x2mq7d'] }),
  }),
);

const listManaged = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/configuration/resources/',
  operationID: 'listManagedResources',
  tag: 'Configuration',
  summary: 'List the resources that files manage',
  description: 'Responds with the IDs of all resources that configuration files manage, by file and kind.',
  permission: 'read',
  query: z.object({
    kind: management.shape.kind
      .optional()
      .meta({ description: 'Only resources of this kind.', example: 'monitor' }),
  }),
  responses: success(200, 'The resources of each file.', { files: filesOf }),
  errors: ['invalid'],
  async handle({ access, query: { kind } }, { store }) {
    const listed = await store.managed.list(access.teamID);
    const chosen = listed.filter((resource) => kind === undefined || resource.kind === kind);
    const groups = Map.groupBy(chosen, (resource) => JSON.stringify([resource.file, resource.kind]));
    const files = [...groups.values()].flatMap((resources) => {
      const [first] = resources;
      return first === undefined
        ? []
        : [{ file: first.file, kind: first.kind, managedIDs: resources.map(({ resourceID }) => resourceID) }];
    });
    return respond(200, { files });
  },
});

export const MANAGED_ENDPOINTS = [listManaged, readManaged, releaseManaged];

function writeManaged({ file, kind, key }: z.output<typeof managed>): z.output<typeof managed> {
  return { file, kind, key };
}
