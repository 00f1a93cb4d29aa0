import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { z } from 'zod';
import { STEP_PATHS } from './step-paths.ts';

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

const PERIOD_MS = 30_000;
const DIGITS = 6;
/**
 * Number of time steps to search in each direction. Searches more steps than better-auth accepts, because better-auth uses the
 * machine's clock, which may differ from `now`.
 */
const WINDOW = 10;

/** Returns the time step of a code (RFC 6238 with better-auth's parameters); null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const current = Math.floor(now / PERIOD_MS);
  const actual = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS + 1));
  let matching: number | null = null;
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1) {
    const expected = Buffer.from(codeOf(secret, step));
    if (actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected)) matching = step;
  }
  return matching;
}

function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
