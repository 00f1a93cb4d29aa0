import type { Context } from 'hono';
import type { Access } from '../../../domain/access/access.ts';
import type { Audit } from './audit-facts.ts';
import type { IfMatch } from './precondition.ts';
import type { RequestProgress } from './request-progress.ts';

/** A request whose parameters and body match the schemas of its endpoint. */
export interface CheckedInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly context: Context;
  /** Null if the endpoint does not check revisions. */
  readonly ifMatch: IfMatch;
  readonly audit: Audit;
  readonly progress: RequestProgress;
}

/** A checked request for a team. */
export interface Checked<P, Q, B> extends CheckedInput<P, Q, B> {
  readonly access: Access;
}
