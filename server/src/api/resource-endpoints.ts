import type { Access, Permission } from '@overdue/domain/access/access.ts';
import { z } from 'zod';
import type { DeletionCheck } from '../database/edits.ts';
import type { AddAuditFacts } from './audit-facts.ts';
import type { V1Parts } from './dependencies.ts';
import { type Endpoint, endpoint, NO_INPUT } from './endpoint.ts';
import { deletionCheckOf, requireFound, respondDeleted, type TeamResource } from './resources.ts';
import { respond, respondRevised } from './respond.ts';
import { success } from './responses.ts';
import { nextCursor, type pathID } from './schemas.ts';
import type { Tag } from './tags.ts';

interface Stored<T> {
  list(teamID: string): Promise<readonly T[]>;
  find(teamID: string, id: string): Promise<T | null>;
  delete(
    teamID: string,
    id: string,
    check: DeletionCheck<T>,
  ): Promise<{ readonly outcome: 'deleted'; readonly record: T } | { readonly outcome: 'not_found' }>;
}

interface Kind<T> extends Pick<TeamResource<T>, 'name' | 'labels'> {
  /** Path of the list. */
  readonly path: string;
  readonly tag: Tag;
  /** The ID of one resource. */
  readonly params: z.ZodObject<Readonly<Record<string, typeof pathID>>>;
  readonly schema: z.ZodType;
  stored(parts: V1Parts, access: Access): Stored<T>;
  resource(parts: V1Parts, access: Access): TeamResource<T> | Promise<TeamResource<T>>;
}

interface Texts {
  readonly operationID: string;
  readonly description: string;
}

interface Deletion<T> extends Texts {
  readonly summary?: string;
  /** Default: the permission to change content. */
  readonly permission?: Permission;
  /** Throws an error to refuse the deletion. */
  check?(current: T, request: { readonly access: Access; readonly audit: AddAuditFacts }): void;
  onDeleted?(teamID: string, parts: V1Parts): Promise<void>;
}

/** Defines the endpoints that are the same for most kinds of resources. */
export function resourceEndpoints<T extends { readonly revision: number }>(kind: Kind<T>) {
  const { name, labels, path, tag, params, schema } = kind;
  const onePath = `${path}{${Object.keys(params.shape).join()}}/`;
  const idIn = (values: Readonly<Record<string, string>>) => Object.values(values).join();
  const a = /^[aeiou]/.test(labels.one) ? 'an' : 'a';
  const [one, many] = [lastWord(labels.one), lastWord(labels.many)];

  return {
    list: (texts: Texts): Endpoint =>
      endpoint({
        ...NO_INPUT,
        ...texts,
        method: 'get',
        path,
        tag,
        summary: `List ${labels.many}`,
        permission: 'read',
        responses: success(200, `The ${many}.`, { [`${name}s`]: z.array(schema), nextCursor }),
        errors: [],
        async handle({ access }, parts) {
          const records = await kind.stored(parts, access).list(access.teamID);
          const { write } = await kind.resource(parts, access);
          return respond(200, { [`${name}s`]: records.map(write), nextCursor: null });
        },
      }),

    read: (texts: Texts): Endpoint =>
      endpoint({
        ...NO_INPUT,
        ...texts,
        method: 'get',
        path: onePath,
        tag,
        summary: `Read ${a} ${labels.one}`,
        permission: 'read',
        params,
        responses: success(200, `The ${one}.`, { [name]: schema }),
        etag: 'sent',
        errors: ['not_found'],
        async handle({ access, params: values }, parts) {
          const found = await kind.stored(parts, access).find(access.teamID, idIn(values));
          const record = requireFound(found, labels.one);
          const { write } = await kind.resource(parts, access);
          return respondRevised(200, { [name]: write(record) }, record.revision);
        },
      }),

    delete: ({ check, onDeleted, ...texts }: Deletion<T>): Endpoint =>
      endpoint({
        summary: `Delete ${a} ${labels.one}`,
        permission: 'write',
        ...NO_INPUT,
        ...texts,
        method: 'delete',
        path: onePath,
        tag,
        params,
        responses: success(200, `The deleted ${one}.`, { [name]: schema }),
        etag: 'checked',
        errors: ['not_found'],
        async handle({ access, params: values, ifMatch, audit }, parts) {
          const resource = await kind.resource(parts, access);
          const checkRevision = deletionCheckOf(resource, { ifMatch });
          const deleted = await kind.stored(parts, access).delete(access.teamID, idIn(values), (current) => {
            check?.(current, { access, audit });
            checkRevision(current);
          });
          if (deleted.outcome === 'deleted') await onDeleted?.(access.teamID, parts);
          return respondDeleted(resource, deleted);
        },
      }),
  };
}

function lastWord(label: string): string {
  return label.slice(label.lastIndexOf(' ') + 1);
}
