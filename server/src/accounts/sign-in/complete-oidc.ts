import { AppError } from '@overdue/domain/error.ts';
import type { AccountAudit } from '../account-audit.ts';
import { callAuth, type RequestContext } from '../exchange.ts';
import type { StepParts } from './complete-step.ts';
import { completeStep } from './complete-step.ts';
import type { OIDCClient } from './oidc-client.ts';
import { returnPath } from './oidc-return.ts';
import { CALLBACK_PATH } from './step-paths.ts';

export interface OIDCSignInOptions extends Pick<StepParts, 'store' | 'recognize' | 'browsers' | 'now'> {
  readonly provider: OIDCClient | null;
  readonly baseURL: string;
  readonly audit: Pick<AccountAudit, 'audited'>;
}

/** Completes the sign-in of a user whom the identity provider sends back. `query` includes the question mark. */
export function createOIDCSignIn(options: OIDCSignInOptions) {
  const { provider, baseURL, audit, ...parts } = options;
  return async (query: string, request: RequestContext) => {
    if (provider === null) throw new AppError('not_found', 'This service has no identity provider.');
    const opened = await provider.open();
    return audit.audited({ path: CALLBACK_PATH, input: {}, request }, async () => {
      const before = await parts.recognize(request.cookie, parts.now());
      const { status, headers, cookies } = await callAuth(
        opened,
        { method: 'GET', path: CALLBACK_PATH + query },
        request,
      );
      const to = returnPath(status, headers.get('location'), baseURL);
      const step = { path: CALLBACK_PATH, signsIn: true } as const;
      const completed = { step, before, request, cookies, isTrusted: false };
      return { data: {}, to, cookies: await completeStep(completed, parts) };
    });
  };
}
