import { mayChange } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { Context } from 'hono';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import type { AuthenticateKey } from '../../projects/endpoints/key-authentication.ts';
import { respondAudited } from '../../projects/endpoints/respond-audited.ts';
import type { CronitorRequest, RespondCronitor } from './cronitor-request.ts';

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
