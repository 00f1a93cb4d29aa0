import type { Context } from 'hono';
import type { Accounts } from '../../../accounts/accounts.ts';
import type { TeamCreation } from '../../../domain/access/team-creation.ts';
import type { RunningImports } from '../../../import/running-imports.ts';
import type { SourceCache } from '../../../import/source-cache.ts';
import type { Live } from '../../../live/live.ts';
import type { ChannelCatalog } from '../../../notify/settings/catalog.ts';
import type { Request } from '../../../outbound/request.ts';
import type { Push } from '../../../push/push.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Random } from '../../../runtime/random.ts';
import type { AccountStore, TokenStore } from '../../../store/accounts/contract.ts';
import type { AlertSettingsStore, DeliveryStore, NotifyStore } from '../../../store/alerts/contract.ts';
import type { ChannelStore } from '../../../store/channels/contract.ts';
import type { ConfigurationStore } from '../../../store/configuration/contract.ts';
import type { EscalationStore } from '../../../store/escalations/contract.ts';
import type { ForwardingStore } from '../../../store/forwarding/contract.ts';
import type { HistoryStore } from '../../../store/history/contract.ts';
import type { IncidentStore } from '../../../store/incidents/contract.ts';
import type { LegacyIDStore } from '../../../store/legacy-ids/contract.ts';
import type { LiveStore } from '../../../store/live/contract.ts';
import type { MaintenanceStore } from '../../../store/maintenance/contract.ts';
import type { MonitorStore, PingNoticeStore } from '../../../store/monitors/contract.ts';
import type { OnCallStore } from '../../../store/on-call/contract.ts';
import type { ProgramLoginStore } from '../../../store/program-logins/contract.ts';
import type { ProjectKeyStore } from '../../../store/project-keys/contract.ts';
import type { ProjectStore } from '../../../store/projects/contract.ts';
import type { PushDeviceStore } from '../../../store/push-devices/contract.ts';
import type { RunCountStore } from '../../../store/run-counts/contract.ts';
import type { SearchStore } from '../../../store/search/contract.ts';
import type { ShareStore } from '../../../store/shares/contract.ts';
import type { AuditStore, Invitation, InvitationStore, TeamStore } from '../../../store/teams/contract.ts';
import type { ChosenPingIDs } from '../../limits/chosen-ping-ids.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { WriteCachedMonitor } from '../monitors/monitor-texts.ts';
import type { WriteExpectedRuns } from '../runs/expected-list.ts';
import type { SharedWork } from '../runs/shared-work.ts';

export interface V1Dependencies {
  readonly store: MonitorStore &
    ConfigurationStore &
    HistoryStore &
    RunCountStore &
    Pick<ForwardingStore, 'findForwarding'> &
    Pick<LiveStore, 'hasAccess'> &
    PingNoticeStore &
    ProjectStore &
    ProjectKeyStore &
    LegacyIDStore &
    TokenStore &
    ProgramLoginStore &
    ChannelStore &
    MaintenanceStore &
    EscalationStore &
    OnCallStore &
    PushDeviceStore &
    DeliveryStore &
    Pick<NotifyStore, 'makeAlertsDue'> &
    IncidentStore &
    AlertSettingsStore &
    SearchStore &
    ShareStore &
    AccountStore &
    Omit<TeamStore, 'listTeams' | 'addMember'> &
    InvitationStore &
    AuditStore;
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
  | 'live'
  | 'remoteAddress'
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
