import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery, pageRangeOf } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { ACTOR_KINDS, type AuditEntry } from '../../audit/contract.ts';

const entry = z
  .object({
    entryID: z.int().meta({ example: 4711 }),
    at: timeOutput('Time of the action.'),
    actor: z.object({
      kind: z.enum(ACTOR_KINDS).meta({
        description:
          '`session`: a person in a browser. `token`: an API token. `system`: the command line of the server. `visitor`: a person ' +
          'who was not signed in.',
        example: 'session',
      }),
      name: z.string().meta({ example: 'Ann' }),
      email: z.string().meta({ example: 'ann@example.com' }),
      token: z.string().nullable().meta({
        description: 'Name of the token; null if there is none.',
        example: null,
      }),
    }),
    action: z.string().meta({ description: 'Name of the action.', example: 'monitor.create' }),
    target: z
      .object({
        kind: z.string().meta({ example: 'monitor' }),
        id: z.string().meta({ example: 'k3v9x2mq7d' }),
        name: z
          .string()
          .meta({ description: 'Name of the resource at the time of the action.', example: 'pg-dump prod' }),
      })
      .nullable()
      .meta({ description: 'The changed resource; null if there is no single one.' }),
    details: z.record(z.string(), z.unknown()).meta({
      description: 'Further details, never a secret.',
      example: { changed: ['name'] },
    }),
    remoteAddress: z
      .string()
      .meta({ description: 'Address of the request; empty on the command line.', example: '192.0.2.17' }),
  })
  .meta({ id: 'AuditEntry' });

function writeEntry({ id, at, actor, action, target, details, remoteAddress }: AuditEntry) {
  const { kind, name, email, token } = actor;
  return {
    entryID: id,
    at: writeTime(at),
    actor: { kind, name, email, token },
    action,
    target,
    details,
    remoteAddress,
  };
}

const filter = {
  actor: z
    .string()
    .min(1)
    .max(320)
    .optional()
    .meta({ description: 'Only actions of the person with this email address.', example: 'ann@example.com' }),
  action: z.string().min(1).max(100).optional().meta({
    description: 'Only this action, or all actions of a kind such as `monitor`.',
    example: 'monitor.create',
  }),
};

const listAudit = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/audit/',
  operationID: 'listAudit',
  tag: 'Members',
  summary: 'List the audit log',
  description:
    'Changes in the team, newest first, with the person or token behind each: changes through the API, sign-ins, and actions on the command line.',
  permission: 'oversee',
  query: pageQuery.extend(filter),
  responses: success(200, 'The entries.', { entries: z.array(entry), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store }) {
    const { actor, action } = query;
    const records = await store.listAudit(access.teamID, {
      ...pageRangeOf('audit', query),
      ...(actor === undefined ? {} : { actor }),
      ...(action === undefined ? {} : { action }),
    });
    const page = pageOf('audit', { rows: records, limit: query.limit, position: ({ id }) => id });
    return respond(200, { entries: page.rows.map(writeEntry), nextCursor: page.nextCursor });
  },
});

export const AUDIT_ENDPOINTS = [listAudit];
