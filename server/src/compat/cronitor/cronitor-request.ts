import { mayChange, type ProjectKey } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { parseJSON } from '@overdue/domain/json.ts';
import type { Context } from 'hono';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { readBytes } from '../../api/json-body.ts';
import type { ChannelRecord } from '../../channels/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { lengthOf } from '../../platform/http/compression.ts';
import type { AuthenticateKey } from '../../projects/endpoints/key-authentication.ts';
import { respondAudited } from '../../projects/endpoints/respond-audited.ts';
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

const BASIC = /^basic +([A-Za-z0-9+/]{1,200}={0,2}) *$/i;

/** Returns the user name of Basic authentication, where Cronitor's clients send their key; '' if there is none. */
function userNameOf(context: Context): string {
  const encoded = BASIC.exec(context.req.header('Authorization') ?? '')?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0] ?? '';
}

/** Returns a function that checks the key, responds to the request and records its changes in the audit log. */
export function createKeyedResponder(parts: KeyedDependencies, authenticate: AuthenticateKey) {
  const { store, clock } = parts;
  return async (context: Context, response: RespondCronitor, needs: 'read' | 'write'): Promise<Response> => {
    const secret = userNameOf(context);
    const key = await authenticate(context, secret, { allowsReadKey: true });
    if (needs === 'write' && !mayChange(key))
      throw new AppError('forbidden', 'This API key is read-only. Use a read_write key.');
    const channels = await store.channels.list(key.teamID);
    const view = { now: clock.now(), channels, showsPingIDs: mayChange(key) };
    return respondAudited({ key, context }, parts, (note) => {
      const auditChange: CronitorRequest['auditChange'] = (monitor, action) =>
        note({ action, monitor, details: {} });
      return response({ context, projectKey: key, secret, channels, view, auditChange }, parts);
    });
  };
}

/** Maximum marks of a body, as `parseJSON` counts them. A monitor has up to about 100, and a request up to 1,000 monitors. */
const BODY_MARKS_MAX = 100_000;

/** Reads a body of any content type. */
export async function readText(context: Context): Promise<string> {
  return new TextDecoder().decode(await readBytes(context));
}

/** Reads a JSON body of any content type. Returns null if the body isn't JSON. */
export async function readJSON(context: Context): Promise<unknown> {
  return readAnyJSON(await readText(context)) ?? null;
}

/** Returns undefined if the text isn't JSON. Throws if it has too many values. */
export function readAnyJSON(text: string): unknown {
  try {
    return parseJSON(text, BODY_MARKS_MAX);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return undefined;
  }
}

/** Loads the YAML library on first use, because most installations never need it. */
export async function respondYAML(jobs: Readonly<Record<string, object>>): Promise<Response> {
  const { writeCronitorYAML } = await import('./import.ts');
  const text = writeCronitorYAML(jobs);
  const headers = { 'Content-Type': 'application/yaml', 'Cache-Control': 'no-store', ...lengthOf(text) };
  return new Response(text, { headers });
}
