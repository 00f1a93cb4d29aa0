import type { TeamCreation } from '@overdue/domain/access/team-creation.ts';
import type { Context } from 'hono';
import type { Accounts } from '../accounts/accounts.ts';
import type { ChannelCatalog } from '../channels/settings/catalog.ts';
import type { SealedChecks } from '../checks/sealed-check.ts';
import type { RunningImports } from '../imports/running-imports.ts';
import type { SourceCache } from '../imports/source-cache.ts';
import type { Live } from '../live/live.ts';
import type { WriteCachedMonitor } from '../monitors/monitor-json-cache.ts';
import type { ChosenPingIDs } from '../platform/http/chosen-ping-ids.ts';
import type { RateLimit } from '../platform/http/rate-limit.ts';
import type { Request } from '../platform/outbound/request.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { Push } from '../push/push.ts';
import type { WriteExpectedRuns } from '../runs/endpoints/expected-list.ts';
import type { SharedWork } from '../runs/endpoints/shared-work.ts';
import type { Store } from '../store/store.ts';
import type { Invitation } from '../teams/contract.ts';

export interface V1Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly accounts: Accounts;
  readonly version: string;
  /** Base URL without a trailing slash. */
  readonly baseURL: string;
  readonly teamCreation: TeamCreation;
  /** Domain of the addresses for pings by email; empty if pings by email are turned off. */
  readonly mailPingHost: string;
  /** Whether channels may send to addresses that aren't public, such as those of a local network. */
  readonly allowsPrivateAddresses: boolean;
  readonly isBaseURLSet: boolean;
  readonly allowance: number;
  /** Rate limit of requests per token, and of invalid tokens per address. */
  readonly apiRate: { readonly perSecond: number; readonly burst: number };
  readonly live: Live;
  /** Called after a change that may move a deadline. */
  readonly wakeWatchdog: () => void;
  readonly catalog: ChannelCatalog;
  readonly sealedChecks: SealedChecks;
  readonly push: Push;
  /** Called after a change that may make a delivery due. */
  readonly wakeNotifier: () => void;
  /** Mails the link of an invitation. Returns whether the mail was sent. Null if the service sends no mail. */
  readonly mailInvitation: ((invitation: Invitation, url: string) => Promise<boolean>) | null;
  readonly remoteAddress: (context: Context) => string;
  readonly chosenPingIDs: ChosenPingIDs;
  /** Sends the HTTP requests of imports. Allows longer responses than usual. */
  readonly importRequest: Request;
}

/** Dependencies that v1 shares with the APIs that imitate other services. These APIs authenticate with project keys. */
export type KeyedDependencies = Pick<
  V1Dependencies,
  | 'store'
  | 'clock'
  | 'random'
  | 'log'
  | 'baseURL'
  | 'allowance'
  | 'apiRate'
  | 'wakeWatchdog'
  | 'remoteAddress'
  | 'sealedChecks'
  | 'chosenPingIDs'
>;

export interface V1Parts extends V1Dependencies {
  /** Rate limit of test alerts per team. */
  readonly testRate: RateLimit<string>;
  readonly runningImports: RunningImports;
  readonly runningConfigurations: RunningImports;
  readonly sourceCache: SourceCache;
  readonly monitorTexts: WriteCachedMonitor;
  readonly monitorRowTexts: WriteCachedMonitor;
  readonly writeExpectedList: WriteExpectedRuns;
  readonly expectedLists: SharedWork<readonly Buffer[]>;
  readonly dayLists: SharedWork<object>;
}
