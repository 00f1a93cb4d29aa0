import type { Scope } from '@overdue/domain/access/access.ts';
import { RFC_SUBSCRIPTION } from '../http/test-push.ts';
import type { ResourceIDs } from './furnished-team.ts';

/**
 * The permission of each endpoint, written down independently of the endpoints so that tests can compare the two:
 *
 * - `owner`, `administer`, `oversee`, `write` and `read`: by role.
 * - `person`: any signed-in person, by token or session.
 * - `session`: any signed-in person, by session only.
 * - `anyone`: no sign-in required.
 */
export type Permission =
  | 'owner'
  | 'administer'
  | 'oversee'
  | 'write'
  | 'read'
  | 'person'
  | 'session'
  | 'anyone';

/** The narrowest scope that a token needs, unless an operation states another one. */
export const SCOPES_NEEDED = {
  owner: 'admin',
  administer: 'admin',
  oversee: 'write',
  write: 'write',
  read: 'read',
  person: 'read',
} as const satisfies Partial<Record<Permission, Scope>>;

export interface OperationExpectation {
  readonly may: Permission;
  /** Name of the action in the audit log; null for requests that change nothing. */
  readonly action: string | null;
  readonly body?: (resourceIDs: ResourceIDs) => object;
  /** Query with its question mark. */
  readonly query?: (resourceIDs: ResourceIDs) => string;
  /** The narrowest scope that a token needs. Default: {@link SCOPES_NEEDED}. */
  readonly scope?: Scope;
  /**
   * Access that remains when the token of the request ends. A token that expires needs the scope `admin` to leave it behind. All else
   * that grants access ends with the token.
   */
  readonly leaves?: 'membership' | 'address';
  /** Whether tokens are refused regardless of their scope. */
  readonly byPersonOnly?: true;
  /** Whether the session needs a sign-in or confirmation within the last ten minutes. */
  readonly needsFreshSignIn?: true;
  /** Status of the response about a resource that doesn’t exist. Default: 404. */
  readonly missingStatus?: number;
  /** Whether the response repeats IDs from the request, even if the caller can't see the resources. */
  readonly echoes?: true;
  /** Whether other browsers show the change only after their next request, so that the store reports nothing. */
  readonly isUnseen?: true;
  /** Status for permitted callers if the request of the test can't succeed. Default: 200 or 201. */
  readonly status?: number;
}

const read: OperationExpectation = { may: 'read', action: null };
const administer: OperationExpectation = { may: 'administer', action: null };
const oversee: OperationExpectation = { may: 'oversee', action: null };

function write(action: string | null, body?: OperationExpectation['body']): OperationExpectation {
  return { may: 'write', action, ...(body === undefined ? {} : { body }) };
}

const PROGRAM_LOGIN = {
  may: 'read',
  byPersonOnly: true,
  body: () => ({ userCode: 'WDJB-MJHT' }),
  status: 404,
} as const;

/** All operations of the API. The walk fails if an operation is missing here. */
export const EXPECTATIONS: Readonly<Record<string, OperationExpectation>> = {
  listMonitors: read,
  listMonitorRows: read,
  countOpenIncidents: read,
  createMonitor: write('monitor.create', () => ({ name: 'job' })),
  readMonitor: read,
  deleteMonitor: write('monitor.delete'),
  editMonitor: write('monitor.edit', () => ({ name: 'renamed' })),
  pauseMonitor: write('monitor.pause'),
  resumeMonitor: write('monitor.resume'),
  dismissNotices: write('monitor.dismiss_notices'),
  changeMonitors: {
    ...write('monitors.change', ({ shortID }) => ({ monitors: [shortID], action: { type: 'pause' } })),
    // The response lists each unknown ID.
    echoes: true,
  },
  readForwarding: read,
  listEvents: read,
  readEventBody: read,
  listRuns: read,
  listRunsOfMonitors: { ...read, query: ({ shortID }) => `?monitors=${shortID}` },
  readStatistics: read,
  listMonitorDays: read,
  listTeamDays: read,
  listExpectedRuns: read,
  readUsage: read,
  listTransitions: read,
  previewSchedule: { ...read, body: () => ({ schedule: { interval: 60 } }) },
  readCrontab: { ...read, body: () => ({ line: '@daily true' }) },
  importMonitors: write('monitors.import', () => ({
    source: 'crontab',
    files: [{ text: '@daily true' }],
    dryRun: false,
  })),
  exportConfiguration: { may: 'write', action: null },
  // Only takes over a project.
  applyConfiguration: {
    ...write('configuration.apply', ({ projectShortID }) => ({
      file: 'production',
      sections: { projects: { db: { id: projectShortID, name: 'db' } } },
      dryRun: false,
    })),
    isUnseen: true,
  },
  listManagedResources: read,
  readManagedResource: { ...read, missingStatus: 200 },
  releaseManagedResource: { ...write('configuration.release'), isUnseen: true },
  followTeam: read,

  search: { ...read, query: () => '?q=job' },
  listIncidents: read,
  readIncident: read,
  exportIncident: read,
  compareIncidentLogs: read,
  acknowledgeIncident: write('incident.acknowledge', () => ({ note: 'On it.' })),
  unacknowledgeIncident: { ...write('incident.unacknowledge'), status: 409 },
  snoozeIncident: write('incident.snooze', () => ({ preset: 'hour' })),
  unsnoozeIncident: { ...write('incident.unsnooze'), status: 409 },
  addIncidentNote: write('incident.note', () => ({ text: 'On it.' })),

  listChannelTypes: read,
  listChannels: read,
  createChannel: write('channel.create', () => ({
    type: 'webhook',
    name: 'channel',
    settings: { url: 'https://example.com/' },
  })),
  readChannel: read,
  editChannel: write('channel.edit', () => ({ name: 'renamed' })),
  deleteChannel: write('channel.delete'),
  testChannel: write('channel.test'),
  listDeliveries: read,
  readDelivery: read,
  // The delivery is still waiting, so it can't be sent again.
  sendAgain: { ...write('delivery.send_again'), status: 409 },
  readTransitionAlerts: read,

  listMaintenance: read,
  createMaintenance: write('maintenance.create', () => ({ name: 'window', cron: '@daily', duration: 60 })),
  readMaintenance: read,
  editMaintenance: write('maintenance.edit', () => ({ name: 'renamed' })),
  deleteMaintenance: write('maintenance.delete'),
  listEscalations: read,
  createEscalation: write('escalation.create', ({ channelShortID }) => ({
    name: 'policy',
    steps: [{ after: 60, channels: [channelShortID] }],
  })),
  readEscalation: read,
  editEscalation: write('escalation.edit', () => ({ name: 'renamed' })),
  deleteEscalation: write('escalation.delete'),

  readOnCall: read,
  listOnCallSchedules: read,
  createOnCallSchedule: write('on_call_schedule.create', ({ memberID }) => ({
    name: 'schedule',
    timezone: 'UTC',
    rotations: [{ members: [memberID], startsOn: '2026-11-23', handoverAt: '09:00' }],
  })),
  readOnCallSchedule: read,
  editOnCallSchedule: write('on_call_schedule.edit', () => ({ name: 'renamed' })),
  deleteOnCallSchedule: write('on_call_schedule.delete'),
  readOnCallCoverage: read,
  listOnCallOverrides: read,
  createOnCallOverride: write('on_call_override.create', ({ memberID }) => ({
    memberID,
    startsAt: '2026-11-24T00:00:00Z',
    endsAt: '2026-11-25T00:00:00Z',
  })),
  deleteOnCallOverride: write('on_call_override.delete'),
  listOnCallContacts: read,
  editOnCallContact: {
    ...oversee,
    action: 'on_call_contact.edit',
    body: ({ channelShortID }) => ({ channels: [channelShortID] }),
  },
  readOnCallCalendar: read,
  createOnCallCalendar: { may: 'read', action: 'on_call_calendar.create', scope: 'write', leaves: 'address' },
  deleteOnCallCalendar: { may: 'read', action: 'on_call_calendar.delete', scope: 'write', isUnseen: true },

  listShares: read,
  createShare: {
    ...write('share.create', () => ({ kind: 'badge', title: 'All', scope: { kind: 'team' } })),
    leaves: 'address',
  },
  editShare: write('share.edit', () => ({ title: 'renamed' })),
  deleteShare: write('share.delete'),

  // The view is shared. Every member may keep private views.
  listViews: read,
  createView: write('view.create', () => ({ name: 'Databases', shared: true })),
  readView: read,
  editView: write('view.edit', () => ({ name: 'renamed' })),
  deleteView: write('view.delete'),

  readTeam: read,
  editTeam: write('team.edit', () => ({ alerting: { gatherAbove: 9 } })),
  createTeam: { may: 'session', action: 'team.create', isUnseen: true, body: () => ({ name: 'Side' }) },
  transferTeam: {
    may: 'owner',
    action: 'team.transfer',
    needsFreshSignIn: true,
    leaves: 'membership',
    body: ({ memberID }) => ({ memberID }),
  },
  // The team of the walk has monitors.
  deleteTeam: {
    may: 'owner',
    action: 'team.delete',
    byPersonOnly: true,
    needsFreshSignIn: true,
    status: 409,
  },
  listMembers: read,
  changeMemberRole: {
    ...administer,
    action: 'member.change_role',
    leaves: 'membership',
    body: () => ({ role: 'viewer' }),
  },
  removeMember: { ...administer, action: 'member.remove' },
  listMemberTokens: oversee,
  revokeMemberToken: { ...administer, action: 'token.revoke' },
  listInvitations: oversee,
  createInvitation: {
    ...administer,
    action: 'invitation.create',
    needsFreshSignIn: true,
    body: () => ({ role: 'viewer' }),
  },
  revokeInvitation: { ...administer, action: 'invitation.revoke' },
  lookUpInvitation: { may: 'anyone', action: null, body: ({ token }) => ({ token }) },
  acceptInvitation: {
    may: 'anyone',
    action: 'invitation.accept',
    body: ({ token }) => ({
      token,
      name: 'Eve',
      email: 'eve@example.com',
      password: 'correct horse battery',
    }),
  },
  listAudit: oversee,

  listProjects: read,
  createProject: write('project.create', () => ({ name: 'project' })),
  readProject: read,
  editProject: write('project.edit', () => ({ name: 'renamed' })),
  deleteProject: write('project.delete'),
  listProjectKeys: read,
  createProjectKey: {
    ...write('project_key.create', () => ({ kind: 'ping', name: 'key' })),
    scope: 'admin',
    needsFreshSignIn: true,
  },
  deleteProjectKey: { ...write('project_key.delete'), scope: 'admin' },

  // No login is pending, so any code is wrong.
  findDeviceAuthorization: { ...PROGRAM_LOGIN, action: null },
  approveDeviceAuthorization: {
    ...PROGRAM_LOGIN,
    action: 'token.create',
    needsFreshSignIn: true,
    body: () => ({ userCode: 'WDJB-MJHT', name: 'overdue on db1' }),
  },
  denyDeviceAuthorization: { ...PROGRAM_LOGIN, action: 'token.deny' },
  listTokens: read,
  createToken: {
    may: 'read',
    action: 'token.create',
    byPersonOnly: true,
    needsFreshSignIn: true,
    body: () => ({ name: 'token', scope: 'read' }),
  },
  // A read-only token may revoke itself.
  revokeToken: { may: 'read', action: 'token.revoke' },

  readAccount: { may: 'person', action: null },
  editAccount: { may: 'session', action: 'account.edit', body: () => ({ name: 'Ann' }) },
  // The service of the walk can't send mail.
  requestEmailChange: {
    may: 'session',
    action: 'account.request_email_change',
    needsFreshSignIn: true,
    status: 409,
    body: () => ({ email: 'ann@new.example.com' }),
  },
  lookUpEmailChange: {
    may: 'session',
    action: null,
    status: 409,
    body: () => ({ token: 'v1.unknown' }),
  },
  confirmEmailChange: {
    may: 'session',
    action: 'account.change_email',
    status: 409,
    body: () => ({ token: 'v1.unknown' }),
  },
  // The body names an account that is not the walker's.
  deleteAccount: {
    may: 'session',
    action: 'account.delete',
    needsFreshSignIn: true,
    status: 409,
    body: () => ({ email: 'someone@example.com' }),
  },
  countBackupCodes: { may: 'session', action: null },
  listSessions: { may: 'session', action: null },
  revokeOtherSessions: { may: 'session', action: 'session.revoke_others' },
  revokeSession: { may: 'session', action: 'session.revoke' },
  listTrustedBrowsers: { may: 'session', action: null },
  revokeTrustedBrowsers: { may: 'session', action: 'trusted_browser.revoke_all', isUnseen: true },
  revokeTrustedBrowser: { may: 'session', action: 'trusted_browser.revoke', isUnseen: true },
  listDevices: { may: 'session', action: null },
  addDevice: {
    may: 'session',
    action: 'device.add',
    isUnseen: true,
    body: () => ({
      name: 'Phone',
      subscription: { ...RFC_SUBSCRIPTION, endpoint: 'https://push.example.com/walk' },
    }),
  },
  removeDevice: { may: 'session', action: 'device.remove', isUnseen: true },
  testDevice: { may: 'session', action: 'device.test', isUnseen: true },
  readSetup: { may: 'anyone', action: null },
  // An account already exists.
  setUp: {
    may: 'anyone',
    action: 'team.create',
    status: 409,
    body: () => ({ name: 'Eve', email: 'eve@example.com', password: 'correct horse battery', team: 'Evil' }),
  },
};
