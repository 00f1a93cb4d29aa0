import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { parseJSON } from '@overdue/domain/json.ts';
import type { Context } from 'hono';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { readBytes } from '../../api/json-body.ts';
import type { AuditDetails } from '../../audit/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { Project } from '../../projects/contract.ts';
import type { AuthenticateKey } from '../../projects/endpoints/key-authentication.ts';
import { respondAudited } from '../../projects/endpoints/respond-audited.ts';
import { toHealthchecksError } from './check-input.ts';
import type { Version, WriteCachedChecks } from './check-json.ts';

export interface ManagementDependencies extends KeyedDependencies {
  /** Signs the address of a badge. */
  readonly sign: (text: string) => string;
}

export interface ManagementParts extends ManagementDependencies {
  readonly checkTexts: WriteCachedChecks;
}

interface Change {
  /** Action in the audit log. Default: the action of the route. */
  readonly action?: string;
  readonly details?: AuditDetails;
}

/** A request with a valid key. */
export interface ManagementRequest {
  readonly context: Context;
  readonly version: Version;
  readonly key: ProjectKey;
  readonly project: Project;
  /** ID of the check in the path; empty in other paths. */
  readonly id: string;
  /** Fields of the body; empty without a body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Records a change of a monitor for the audit log. */
  readonly auditChange: (monitor: Pick<MonitorRecord, 'shortID' | 'details'>, change?: Change) => void;
}

/** Endpoint: one method of one path. */
export interface ManagementRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path without the version prefix and without a trailing slash. */
  readonly path: string;
  /** Whether a key of the kind `read` may send the request. */
  readonly allowsReadKey: boolean;
  /** Action in the audit log; null if the request changes nothing. */
  readonly action: string | null;
  respond(request: ManagementRequest, parts: ManagementParts): Promise<Response>;
}

/** Maximum marks of a body, as `parseJSON` counts them. A check has about 60. The body is parsed before its key is known. */
const BODY_MARKS_MAX = 10_000;

type Fields = Readonly<Record<string, unknown>>;

/** Returns a function that checks the key, responds to the request and records its changes in the audit log. */
export function createKeyedResponder(parts: ManagementParts, authenticate: AuthenticateKey) {
  const { store } = parts;

  async function authorize(context: Context, route: ManagementRoute, body: Fields): Promise<ProjectKey> {
    const secret = context.req.header('X-Api-Key') ?? (route.method === 'POST' ? body.api_key : undefined);
    return authenticate(context, typeof secret === 'string' ? secret : '', route);
  }

  return async (context: Context, route: ManagementRoute, version: Version): Promise<Response> => {
    const body = route.method === 'POST' ? await readFields(context) : {};
    const key = await authorize(context, route, body);
    const project = await store.projects.find(key.teamID, key.projectShortID);
    if (project === null) throw new AppError('unauthorized', 'wrong api key');
    const id = context.req.param('id') ?? '';
    return respondAudited({ key, context }, parts, (note) => {
      const auditChange: ManagementRequest['auditChange'] = (
        monitor,
        { action = route.action, details = {} } = {},
      ) => {
        if (action !== null) note({ action, monitor, details });
      };
      const request = { context, version, key, project, body, auditChange, id };
      return route.respond(request, parts).catch((error: unknown) => {
        throw toHealthchecksError(error);
      });
    });
  };
}

/** Reads a JSON body of any content type, as Healthchecks does. Returns no fields for an empty body or null. */
async function readFields(context: Context): Promise<Fields> {
  const bytes = await readBytes(context);
  if (bytes.byteLength === 0) return {};
  const body = requireJSON(bytes);
  if (body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('bad_request', 'json validation error: value is not an object');
  return Object.fromEntries(Object.entries(body));
}

function requireJSON(bytes: Uint8Array): unknown {
  try {
    return parseJSON(new TextDecoder('utf-8', { fatal: true }).decode(bytes), BODY_MARKS_MAX);
  } catch {
    throw new AppError('bad_request', 'could not parse request body');
  }
}
