import type { Context } from 'hono';
import type { Accounts } from '../../accounts/accounts.ts';
import type { AuditActor } from '../../audit/contract.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { TeamStore } from '../../teams/contract.ts';

export interface SignedInParts {
  readonly accounts: Pick<Accounts, 'recognize'>;
  readonly store: Pick<TeamStore, 'listMembers'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly baseURL: string;
}

export interface SignedInMember {
  readonly actor: AuditActor;
  /** `Set-Cookie` header for the response; null if the session was not extended. */
  readonly cookie: string | null;
}

/**
 * Returns the team member whose browser session sent the request; null without such a session. Also returns null for a request
 * from another site, so that a form there can't act in a member's name. The session only adds the name, because the link already
 * permits the action.
 */
export async function findSignedInMember(
  context: Context,
  teamID: string,
  { accounts, store, clock, baseURL }: SignedInParts,
): Promise<SignedInMember | null> {
  if (!isSameOrigin(context, baseURL)) return null;
  const recognized = await accounts.recognize(context.req.header('Cookie'), clock.now());
  if (recognized === null) return null;
  const { userID } = recognized.session;
  const members = await store.listMembers({ userID });
  const member = members.find((membership) => membership.teamID === teamID);
  if (member === undefined) return null;
  const { name, email } = member;
  return { actor: { kind: 'session', userID, name, email, token: null }, cookie: recognized.cookie };
}
