import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { Context } from 'hono';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import type { AuditDetails } from '../../audit/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { Project } from '../../projects/contract.ts';
import type { Version } from './check-json.ts';
import type { WriteCachedChecks } from './check-texts.ts';

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
