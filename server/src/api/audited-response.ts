import type { Caller } from '@overdue/domain/access/access.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import { type AuditActor, type AuditStore, type AuditTarget, userAsActor } from '../audit/contract.ts';
import { recordAuditEntries, VISITOR } from '../audit/team-audit.ts';
import type { AuditFacts } from './audit-facts.ts';
import type { V1Dependencies, V1Parts } from './dependencies.ts';
import type { AuthenticatedRequest, Endpoint } from './endpoint.ts';

type RespondAudited = (
  endpoint: Endpoint,
  request: AuthenticatedRequest,
  parts: V1Parts,
) => Promise<Response>;

type Dependencies = Pick<V1Dependencies, 'clock' | 'log' | 'remoteAddress'> & {
  readonly store: AuditStore & {
    listMembers(selection: { readonly userID: string }): Promise<readonly { readonly teamID: string }[]>;
    findUser(by: {
      readonly id: string;
    }): Promise<{ readonly id: string; readonly name: string; readonly email: string } | null>;
  };
};

/** Responds to a request after its change is in the audit log. */
export function createAuditedResponder({ store, clock, log, remoteAddress }: Dependencies): RespondAudited {
  return async (endpoint, request, parts) => {
    const { action } = endpoint;
    const { context, caller } = request;
    if (action === null) return endpoint.respond(request, parts, () => {});
    let audited: AuditFacts = {};
    // Read before the change, because the request may delete the account or end the membership.
    const actor = caller === null ? null : await findActor(store, caller);
    const teams = caller === null ? [] : await teamsOf(store, endpoint, caller);
    const response = await endpoint.respond(request, parts, (facts) => {
      audited = { ...audited, ...facts };
    });
    if (response.status >= 400 || audited.isUnchanged === true) return response;
    const { teamID, userID } = audited;
    const written = {
      at: clock.now(),
      actor: actor ?? (userID === undefined ? VISITOR : await findPerson(store, userID)),
      action,
      target: audited.target === undefined ? await targetOf(action, context, response) : audited.target,
      details: audited.details ?? {},
      remoteAddress: remoteAddress(context),
    };
    const { changes = [] } = audited;
    const entries = (teamID === undefined ? teams : [teamID]).flatMap((auditedTeam) =>
      [...changes, {}].map((change) => ({ ...written, ...change, teamID: auditedTeam })),
    );
    await recordAuditEntries({ store, log }, entries);
    return response;
  };
}

/**
 * Returns the teams whose audit logs get the entry. A change to a person's own account is logged in all of the person's teams.
 */
async function teamsOf(
  store: Dependencies['store'],
  { permission }: Endpoint,
  { access, userID }: Caller,
): Promise<readonly string[]> {
  if (permission === 'account' || permission === 'session')
    return (await store.listMembers({ userID })).map(({ teamID }) => teamID);
  return access === null ? [] : [access.teamID];
}

async function findActor(store: Dependencies['store'], { userID, via }: Caller): Promise<AuditActor> {
  const user = await store.findUser({ id: userID });
  const actor = userAsActor(via.kind, user ?? { id: userID, name: '', email: '' });
  return via.kind === 'token' ? { ...actor, token: via.name } : actor;
}

/** Finds the person that an anonymous request identified. */
async function findPerson(store: Dependencies['store'], userID: string): Promise<AuditActor> {
  const user = await store.findUser({ id: userID });
  return user === null ? VISITOR : userAsActor('session', user);
}

const IDS = ['shortID', 'id', 'memberID', 'incidentID', 'shareID', 'key'] as const;

const responseBody = z.object({ data: z.record(z.string(), z.unknown()) });
const namedResource = z.looseObject({
  name: z.string().optional(),
  title: z.string().optional(),
  monitor: z.looseObject({ name: z.string().optional() }).optional().catch(undefined),
});

/** Returns the resource in the response. If the response has none, returns the resource in the path. */
async function targetOf(action: string, context: Context, response: Response): Promise<AuditTarget | null> {
  const kind = action.slice(0, action.indexOf('.'));
  const body = responseBody.safeParse(await response.clone().json());
  const subject = namedResource.safeParse(Object.values(body.data?.data ?? {})[0]).data;
  const own = IDS.map((name) => subject?.[name]).find((id) => typeof id === 'string');
  const id = own ?? Object.values(context.req.param())[0];
  if (id === undefined) return null;
  return { kind, id, name: subject?.name ?? subject?.title ?? subject?.monitor?.name ?? '' };
}
