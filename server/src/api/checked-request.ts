import type { Access } from '@overdue/domain/access/access.ts';
import type { Context } from 'hono';
import type { AddAuditFacts } from './audit-facts.ts';
import type { IfMatch } from './precondition.ts';
import type { RequestProgress } from './request-progress.ts';

/** A request whose parameters and body match the schemas of its endpoint. */
export interface ValidatedRequest<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly context: Context;
  /** Null if the endpoint does not check revisions. */
  readonly ifMatch: IfMatch;
  readonly audit: AddAuditFacts;
  readonly progress: RequestProgress;
}

/** A checked request for a team. */
export interface ValidatedTeamRequest<P, Q, B> extends ValidatedRequest<P, Q, B> {
  readonly access: Access;
}
