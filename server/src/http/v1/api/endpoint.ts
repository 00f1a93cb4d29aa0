import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Accounts } from '../../../accounts/accounts.ts';
import type { Access, Caller, Permission } from '../../../domain/access/access.ts';
import type { TeamCreation } from '../../../domain/access/team-creation.ts';
import { AppError, type ErrorCode } from '../../../domain/error.ts';
import type { RunningImports } from '../../../import/running-imports.ts';
import type { SourceCache } from '../../../import/source-cache.ts';
import type { Live } from '../../../live/live.ts';
import type { Catalog } from '../../../notify/settings/catalog.ts';
import type { Request } from '../../../outbound/request.ts';
import type { Push } from '../../../push/push.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Random } from '../../../runtime/random.ts';
import type { AccountStore, TokenStore } from '../../../store/accounts/contract.ts';
import type { AlertSettingsStore, DeliveryStore, NotifyStore } from '../../../store/alerts/contract.ts';
import type { ChannelStore } from '../../../store/channels/contract.ts';
import type { ConfigurationStore } from '../../../store/configuration/contract.ts';
import type { EscalationStore } from '../../../store/escalations/contract.ts';
import type { ForwardingStore } from '../../../store/forwarding/contract.ts';
import type { HistoryStore } from '../../../store/history/contract.ts';
import type { IncidentStore } from '../../../store/incidents/contract.ts';
import type { LegacyIDStore } from '../../../store/legacy-ids/contract.ts';
import type { LiveStore } from '../../../store/live/contract.ts';
import type { MaintenanceStore } from '../../../store/maintenance/contract.ts';
import type { MonitorStore, PingWarningStore } from '../../../store/monitors/contract.ts';
import type { OnCallStore } from '../../../store/on-call/contract.ts';
import type { ProgramLoginStore } from '../../../store/program-logins/contract.ts';
import type { ProjectKeyStore } from '../../../store/project-keys/contract.ts';
import type { ProjectStore } from '../../../store/projects/contract.ts';
import type { PushDeviceStore } from '../../../store/push-devices/contract.ts';
import type { RunCountStore } from '../../../store/run-counts/contract.ts';
import type { SearchStore } from '../../../store/search/contract.ts';
import type { ShareStore } from '../../../store/shares/contract.ts';
import type { AuditStore, Invitation, InvitationStore, TeamStore } from '../../../store/teams/contract.ts';
import type { RateLimit } from '../../rate-limit.ts';
import { errorReference, jsonContent, withETag } from '../docs/responses.ts';
import type { Tag } from '../docs/tags.ts';
import type { MonitorTexts } from '../monitors/monitor-texts.ts';
import type { ExpectedLists } from '../runs/expected-list.ts';
import type { SharedWork } from '../runs/shared-work.ts';
import { type Audit, actionOf } from './audit-facts.ts';
import { readJSONBody } from './json-body.ts';
import {
  type Requirement,
  requireAccess,
  requireFresh,
  requirePerson,
  requireWholeTeam,
} from './permission.ts';
import { type IfMatch, ifMatchHeader, parseIfMatch } from './precondition.ts';
import { parseInput } from './problems.ts';
import { readQueryParameters } from './query-parameters.ts';
import { editedNames } from './read-only.ts';
import type { RequestProgress } from './request-progress.ts';
import { NOTHING } from './schemas.ts';

export interface V1Dependencies {
  readonly store: MonitorStore &
    ConfigurationStore &
    HistoryStore &
    RunCountStore &
    Pick<ForwardingStore, 'findForwarding'> &
    Pick<LiveStore, 'hasAccess'> &
    PingWarningStore &
    ProjectStore &
    ProjectKeyStore &
    LegacyIDStore &
    TokenStore &
    ProgramLoginStore &
    ChannelStore &
    MaintenanceStore &
    EscalationStore &
    OnCallStore &
    PushDeviceStore &
    DeliveryStore &
    Pick<NotifyStore, 'retryAlerts'> &
    IncidentStore &
    AlertSettingsStore &
    SearchStore &
    ShareStore &
    AccountStore &
    Omit<TeamStore, 'listTeams' | 'addMember'> &
    InvitationStore &
    AuditStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly accounts: Accounts;
  readonly version: string;
  /** Base URL without a trailing slash. */
  readonly baseURL: string;
  readonly teamCreation: TeamCreation;
  /** Domain of the addresses for pings by email; empty if pings by email are turned off. */
  readonly mailPingHost: string;
  /** Whether channels may send to any address that isn't public. */
  readonly allowsPrivateAddresses: boolean;
  readonly isBaseURLSet: boolean;
  readonly allowance: number;
  /** Rate limit of requests per token, and of invalid tokens per address. */
  readonly apiRate: { readonly perSecond: number; readonly burst: number };
  readonly live: Live;
  /** Called after a change that may move a deadline. */
  readonly wakeWatchdog: () => void;
  readonly catalog: Catalog;
  readonly push: Push;
  /** Called after a change that may make a delivery due. */
  readonly wakeNotifier: () => void;
  /** Mails the link of an invitation. Returns whether the mail was sent. Null if the service sends no mail. */
  readonly mailInvitation: ((invitation: Invitation, url: string) => Promise<boolean>) | null;
  readonly remoteAddress: (context: Context) => string;
  /** Sends the HTTP requests of imports. Allows longer answers than usual. */
  readonly importRequest: Request;
}

/** Dependencies that v1 shares with the APIs of other services, whose credentials are project keys. */
export type KeyedDependencies = Pick<
  V1Dependencies,
  | 'store'
  | 'clock'
  | 'random'
  | 'log'
  | 'baseURL'
  | 'allowance'
  | 'apiRate'
  | 'wakeWatchdog'
  | 'live'
  | 'remoteAddress'
>;

export interface V1Parts extends V1Dependencies {
  /** Rate limit of test alerts per team. */
  readonly testRate: RateLimit<string>;
  readonly runningImports: RunningImports;
  readonly sourceCache: SourceCache;
  readonly monitorTexts: MonitorTexts;
  readonly writeExpectedList: ExpectedLists;
  readonly expectedLists: SharedWork<readonly Buffer[]>;
  readonly dayLists: SharedWork<object>;
}

interface CheckedInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly context: Context;
  /** Null if the endpoint does not check revisions. */
  readonly ifMatch: IfMatch;
  readonly audit: Audit;
  readonly progress: RequestProgress;
}

export interface Checked<P, Q, B> extends CheckedInput<P, Q, B> {
  readonly access: Access;
}

interface Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R, Who> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Path in OpenAPI form with a trailing slash. Requests work with and without the slash. */
  readonly path: string;
  readonly operationID: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly permission: R;
  /** Whether the session must have signed in or been confirmed within the last ten minutes. */
  readonly needsFreshSignIn?: true;
  /** Whether tokens are refused regardless of their role. */
  readonly refusesTokens?: true;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly bodyExample?: object;
  /** Maximum bytes of the body. Default: 1 MB. */
  readonly bodyBytesMax?: number;
  /** Request headers, only for the OpenAPI document. */
  readonly headers?: z.ZodObject;
  readonly responses: RouteConfig['responses'];
  /** Whether the answer has the entity tag of a revision (`sent`), and whether `If-Match` is checked too (`checked`). */
  readonly etag?: 'sent' | 'checked';
  /** Action in the audit log. Default: derived from `operationID`. Null if the endpoint changes nothing, as with every GET. */
  readonly action?: string | null;
  /** Whether clients that accept lines of JSON get the progress. */
  readonly reportsProgress?: true;
  /** Whether tokens limited to projects may use the endpoint, which then enforces the limit itself. */
  readonly allowsProjectTokens?: true;
  readonly errors: readonly ErrorCode[];
  handle(
    request: CheckedInput<z.output<P>, z.output<Q>, z.output<B>> & Who,
    parts: V1Parts,
  ): Promise<Response>;
}

/** A request and its authenticated sender, if any. */
export interface AnsweredRequest {
  readonly context: Context;
  readonly caller: Caller | null;
  readonly progress: RequestProgress;
}

/** One method of one path: its OpenAPI description, its permission and its handler. */
export interface Endpoint {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly permission: Requirement;
  /** Action in the audit log; null if the endpoint changes nothing. */
  readonly action: string | null;
  readonly reportsProgress: boolean;
  readonly route: RouteConfig;
  answer(request: AnsweredRequest, parts: V1Parts, audit: Audit): Promise<Response>;
}

export const NO_INPUT = { params: NOTHING, query: NOTHING, body: NOTHING };

/** Defines an endpoint for a team. The same schemas validate requests and describe them in OpenAPI. */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Definition<P, Q, B, Permission, { readonly access: Access }>,
): Endpoint {
  return build(definition, (caller) => {
    const access = requireAccess(caller, definition.permission);
    if (definition.allowsProjectTokens !== true) requireWholeTeam(access);
    return { access };
  });
}

/** Defines an endpoint for a person, with or without a team. */
export function personEndpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Definition<P, Q, B, 'account' | 'session', { readonly caller: Caller }>,
): Endpoint {
  return build(definition, (caller) => ({ caller: requirePerson(caller, definition.permission) }));
}

export function openEndpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Definition<P, Q, B, 'anyone', { readonly caller: Caller | null }>,
): Endpoint {
  return build(definition, (caller) => ({ caller }));
}

function build<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Requirement, Who>(
  definition: Definition<P, Q, B, R, Who>,
  identityOf: (caller: Caller | null) => Who,
): Endpoint {
  const { method, path, permission } = definition;
  const takes = (schema: z.ZodType) => !(schema instanceof z.ZodUndefined);
  const queryNames = definition.query instanceof z.ZodObject ? Object.keys(definition.query.shape) : [];
  return {
    method,
    path,
    permission,
    action: method === 'get' ? null : auditActionOf(definition),
    reportsProgress: definition.reportsProgress === true,
    route: describe(definition),
    async answer({ context, caller, progress }, parts, audit) {
      const identity = identityOf(caller);
      if (definition.needsFreshSignIn && caller !== null) requireFresh(caller.via, parts.clock.now());
      const params = parseParams(
        definition.params,
        takes(definition.params) ? context.req.param() : undefined,
      );
      const queryInput = readQueryParameters(context.req.url, queryNames);
      const query = parseInput(definition.query, takes(definition.query) ? queryInput : undefined);
      const body = parseInput(
        definition.body,
        takes(definition.body) ? await readJSONBody(context, definition.bodyBytesMax) : undefined,
      );
      if (method === 'patch') audit({ details: { changed: editedNames(definition.body, body) } });
      const ifMatch = definition.etag === 'checked' ? parseIfMatch(context.req.header('If-Match')) : null;
      return definition.handle(
        { ...identity, params, query, body, context, ifMatch, audit, progress },
        parts,
      );
    },
  };
}

function auditActionOf({
  action,
  operationID,
}: {
  readonly action?: string | null;
  readonly operationID: string;
}): string | null {
  return action === undefined ? actionOf(operationID) : action;
}

/** Answers 404 for a malformed ID, because no resource has it. */
function parseParams<P extends z.ZodType>(schema: P, input: unknown): z.output<P> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError('not_found', 'There is no resource with this ID.');
}

const FRESH_SIGN_IN =
  'A session must have signed in or been confirmed within the last 10 minutes. Otherwise the response is 403 ' +
  '`fresh_sign_in_required`.';

// Includes `invalid`, because every operation refuses unknown query parameters.
const ERRORS_OF_ALL: readonly ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'invalid',
  'rate_limited',
  'internal',
  'unavailable',
];
const ERRORS_OF_BODIES: readonly ErrorCode[] = ['invalid_json', 'too_large', 'unsupported_media_type'];

const ERRORS_OF_CHECKED: readonly ErrorCode[] = ['bad_request', 'precondition_failed'];

/** Returns an operation's security requirement if it differs from the document's default. */
function securityOf({
  permission,
  refusesTokens,
}: {
  readonly permission: unknown;
  readonly refusesTokens?: true;
}): Pick<RouteConfig, 'security'> {
  if (permission === 'anyone') return { security: [] };
  return permission === 'session' || refusesTokens === true ? { security: [{ session: [] }] } : {};
}

function describe<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R, Who>(
  definition: Definition<P, Q, B, R, Who>,
): RouteConfig {
  const { method, path, operationID, tag, summary, description, params, query, body, bodyExample } =
    definition;
  const hasBody = !(body instanceof z.ZodUndefined);
  const checksETag = definition.etag === 'checked';
  const errors = [
    ...definition.errors,
    ...ERRORS_OF_ALL,
    ...(hasBody ? ERRORS_OF_BODIES : []),
    ...(checksETag ? ERRORS_OF_CHECKED : []),
  ];
  const headers = definition.headers ?? (checksETag ? ifMatchHeader : undefined);
  return {
    method,
    path,
    operationId: operationID,
    tags: [tag],
    summary,
    description: definition.needsFreshSignIn ? `${description} ${FRESH_SIGN_IN}` : description,
    ...securityOf(definition),
    request: {
      ...(params instanceof z.ZodObject ? { params } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(headers === undefined ? {} : { headers }),
      ...(hasBody ? { body: { required: true, content: jsonContent(body, bodyExample) } } : {}),
    },
    responses: {
      ...(definition.etag === undefined ? definition.responses : withETag(definition.responses)),
      ...Object.fromEntries(errors.map(errorReference)),
    },
  };
}
