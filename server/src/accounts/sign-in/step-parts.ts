import type { AccountStore } from '../../store/accounts/contract.ts';
import type { BetterAuth } from '../better-auth.ts';
import type { KnownBrowsers } from '../known-browsers.ts';
import type { MailedLinks } from '../mailed-links.ts';
import type { Sessions } from '../sessions.ts';
import type { ChallengedUser } from './challenge.ts';
import type { OIDCClient } from './oidc-client.ts';

export interface Taken {
  readonly data: object;
  /** `Set-Cookie` headers of the response. */
  readonly cookies: readonly string[];
}

export interface StepParts {
  readonly store: AccountStore;
  readonly recognize: Sessions['recognize'];
  readonly browsers: KnownBrowsers;
  readonly challengedUser: ChallengedUser;
  readonly now: () => number;
  readonly open: () => Promise<BetterAuth>;
  /** Null without an identity provider. */
  readonly provider: OIDCClient | null;
  readonly baseURL: string;
  readonly mailedLinks: MailedLinks;
  readonly hasMail: boolean;
  readonly hasPasswords: boolean;
  /** Runs work after the response is sent. */
  readonly behind: (work: Promise<void>) => void;
}
