import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { z } from 'zod';
import { STEP_PATHS } from './step-paths.ts';
import { stepOfCode } from './totp.ts';

const twoFactorRow = z.object({ secret: z.string() });

interface Dependencies {
  readonly now: () => number;
  /** Returns the user whose code is awaited for this `Cookie` header; null if there is none. */
  readonly challengedUser: (cookie: string | undefined) => Promise<string | null>;
  /** Claims a time step. Returns false if this step or a later step was claimed before. */
  readonly takeStep: (userID: string, step: number) => Promise<boolean>;
}

/**
 * Lets each code be used only once (RFC 6238, section 5.2). The code's time step is claimed in the database before better-auth
 * accepts the code.
 */
export function totpOnce({ now, challengedUser, takeStep }: Dependencies) {
  return {
    id: 'totp-once',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === STEP_PATHS.verifyTOTP,
          handler: createAuthMiddleware(async (context) => {
            const session = await getSessionFromCtx(context);
            const userID =
              session?.user.id ?? (await challengedUser(context.headers?.get('cookie') ?? undefined));
            if (userID === null) return;
            const { adapter, secretConfig } = context.context;
            const stored = await adapter.findOne({
              model: 'twoFactor',
              where: [{ field: 'userId', value: userID }],
            });
            const row = twoFactorRow.safeParse(stored);
            if (!row.success) return;
            const secret = await symmetricDecrypt({ key: secretConfig, data: row.data.secret });
            const step = stepOfCode(secret, String(context.body?.code ?? ''), now());
            if (step === null || (await takeStep(userID, step))) return;
            throw new APIError('UNAUTHORIZED', { message: 'Used code', code: 'CODE_USED' });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
