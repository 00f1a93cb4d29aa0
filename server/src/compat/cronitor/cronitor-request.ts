import type { ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { Context } from 'hono';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import type { ChannelRecord } from '../../channels/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { CronitorView } from './monitor-json.ts';

/** A request with a valid key. */
export interface CronitorRequest {
  readonly context: Context;
  readonly projectKey: ProjectKey;
  /** The key as the request contains it. */
  readonly secret: string;
  readonly channels: readonly ChannelRecord[];
  readonly view: CronitorView;
  /** Records a change of a monitor for the audit log. */
  readonly auditChange: (monitor: Pick<MonitorRecord, 'shortID' | 'details'>, action: string) => void;
}

export type RespondCronitor = (request: CronitorRequest, parts: KeyedDependencies) => Promise<Response>;
