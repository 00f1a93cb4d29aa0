import type { TeamTransaction } from '../configuration/contract.ts';
import type { Store } from './store.ts';

/**
 * Methods of the store that report nothing to browsers. `observed-store.ts` wraps all others, and doesn't compile if a method is
 * in neither file.
 */
export type UnobservedStore = Pick<
  Store,
  Read | Bookkeeping | SignIn | ReportedByEndpoint | Alerting | ShownLater
> &
  UnobservedResources;

/** Methods of a team's transaction. After the commit, the endpoint reports these changes from the plan that it applied. */
export type UnobservedTransaction = Pick<
  TeamTransaction,
  | 'deleteMonitor'
  | 'maintenance'
  | 'manage'
  | 'managed'
  | 'onCallSchedules'
  | 'projects'
  | 'release'
  | 'shares'
>;

/** Methods of channels and escalation policies. Endpoints report the changes, as they do for `ReportedByEndpoint`. */
export type UnobservedOfResource = 'list' | 'find' | 'create' | 'change';

/** `recordHealth` is called after a test, which its endpoint reports, and after an unsubscription, which browsers see at their next request. */
export type UnobservedOfChannels = Pick<
  Store['channels'],
  UnobservedOfResource | 'findInAnyTeam' | 'recordHealth'
>;

type OfResource = UnobservedOfResource | 'delete';

/** Resources whose changes endpoints report, as they do for `ReportedByEndpoint`. */
interface UnobservedResources {
  readonly legacyIDs: Pick<Store['legacyIDs'], 'findInAnyTeam' | 'listChannelUUIDs'>;
  readonly maintenance: Pick<Store['maintenance'], OfResource>;
  /** Pages look up the file that manages a resource when they open. */
  readonly managed: Pick<Store['managed'], OfResource>;
  readonly onCall: {
    readonly schedules: Pick<Store['onCall']['schedules'], OfResource>;
    readonly overrides: Pick<Store['onCall']['overrides'], OfResource>;
    readonly contacts: Pick<Store['onCall']['contacts'], OfResource | 'findInAnyTeam'>;
  };
  /** The command that waits for a login asks repeatedly. */
  readonly programLogins: Pick<Store['programLogins'], 'open' | 'change'>;
  readonly projectKeys: Pick<Store['projectKeys'], OfResource | 'findInAnyTeam'>;
  readonly projects: Pick<Store['projects'], OfResource | 'findInAnyTeam'>;
  readonly pushDevices: Pick<Store['pushDevices'], 'list' | 'change'>;
  readonly shares: Pick<Store['shares'], OfResource | 'findInAnyTeam'>;
}

/** Methods that only read: recognized by their first word, or listed here. */
type Read =
  | Extract<keyof Store, `${'count' | 'find' | 'has' | 'is' | 'list' | 'read' | 'search'}${string}`>
  | 'authenticate'
  | 'check'
  | 'monitorsByPingID'
  | 'probe'
  | 'slugs';

/** Progress, leases, limits and records that no page keeps up to date. */
type Bookkeeping =
  | 'backup'
  | 'claimDeliveries'
  | 'close'
  | 'enqueue'
  | 'extendClaims'
  | 'forgetNode'
  | 'forgiveAttempts'
  | 'indexLogs'
  | 'prune'
  | 'publish'
  | 'recordAudit'
  | 'recordGap'
  | 'recordPresence'
  | 'recordUse'
  | 'saveKeyCheck'
  | 'takeForwarding'
  | 'takeLease'
  | 'takeTOTPStep';

/** Changes of one person's sign-in, which no other person sees. `access-checks.ts` ends streams that lose access. */
type SignIn =
  | 'accountTables'
  | 'changeCredentials'
  | 'changeSession'
  | 'endSessions'
  | 'forgetBrowsers'
  | 'openSession'
  | 'rememberBrowser';

/** Changes that endpoints report, by their tags in `serve/after-change.ts` or with IDs that only they know. */
type ReportedByEndpoint =
  | 'changeMembership'
  | 'changeTeam'
  | 'changeUser'
  | 'createInvitation'
  | 'createToken'
  | 'deleteMonitors'
  | 'revokeInvitation'
  | 'revokeToken';

/** Changes of alerts before an attempt. `recordAttempts` reports the attempt. */
type Alerting = 'makeAlertsDue' | 'planDueRows' | 'raiseAlerts' | 'settleBlindWindow';

/** Rare changes that other browsers show after their next request. */
type ShownLater = 'acceptInvitation' | 'addMember' | 'createTeam' | 'setDeliveryAside';
