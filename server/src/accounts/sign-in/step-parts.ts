import type { BetterAuth } from '../better-auth.ts';
import type { AccountStore } from '../contract.ts';
import type { KnownBrowsers } from '../known-browsers.ts';
import type { MailedLinks } from '../mailed-links.ts';
import type { Sessions } from '../sessions.ts';
import type { FindChallengedUser } from './challenge.ts';
import type { OIDCClient } from './oidc-client.ts';

export interface StepResult {
  readonly data: object;
  readonly cookies: readonly string[];
}

export interface StepParts {
  readonly store: AccountStore;
  readonly recognize: Sessions['recognize'];
  readonly browsers: KnownBrowsers;
  readonly challengedUser: FindChallengedUser;
  readonly now: () => number;
  readonly loadBetterAuth: () => Promise<BetterAuth>;
  readonly provider: OIDCClient | null;
  readonly baseURL: string;
  readonly mailedLinks: MailedLinks;
  readonly hasMail: boolean;
  readonly hasPasswords: boolean;
  readonly runInBackground: (work: Promise<void>) => void;
}
