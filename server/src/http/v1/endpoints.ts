import { ACCOUNT_ENDPOINTS } from './account/account.ts';
import { BACKUP_CODE_ENDPOINTS } from './account/backup-codes.ts';
import { ACCOUNT_DELETE_ENDPOINTS } from './account/delete.ts';
import { DEVICE_ENDPOINTS } from './account/devices.ts';
import { EMAIL_CHANGE_ENDPOINTS } from './account/email-change.ts';
import { PROGRAM_LOGIN_ENDPOINTS } from './account/program-logins.ts';
import { SETUP_ENDPOINTS } from './account/setup.ts';
import { TOKEN_ENDPOINTS } from './account/tokens.ts';
import { TRUSTED_BROWSER_ENDPOINTS } from './account/trusted-browsers.ts';
import { ALERT_REPORT_ENDPOINTS } from './alerts/alert-reports.ts';
import { CHANNEL_TEST_ENDPOINTS } from './alerts/channel-test.ts';
import { CHANNEL_TYPE_ENDPOINTS } from './alerts/channel-types.ts';
import { CHANNEL_ENDPOINTS } from './alerts/channels.ts';
import { DELIVERY_ENDPOINTS } from './alerts/deliveries.ts';
import { ESCALATION_ENDPOINTS } from './alerts/escalations.ts';
import { MAINTENANCE_ENDPOINTS } from './alerts/maintenance.ts';
import type { Endpoint } from './api/endpoint.ts';
import { CONFIGURATION_ENDPOINTS } from './configuration/configuration.ts';
import { MANAGED_ENDPOINTS } from './configuration/managed.ts';
import { IMPORT_ENDPOINTS } from './imports/imports.ts';
import { INCIDENT_ACKNOWLEDGEMENT_ENDPOINTS } from './incidents/incident-acknowledgement.ts';
import { INCIDENT_COMPARISON_ENDPOINTS } from './incidents/incident-comparison.ts';
import { INCIDENT_EXPORT_ENDPOINTS } from './incidents/incident-export.ts';
import { INCIDENT_NOTE_ENDPOINTS } from './incidents/incident-notes.ts';
import { INCIDENT_SNOOZE_ENDPOINTS } from './incidents/incident-snooze.ts';
import { INCIDENT_ENDPOINTS } from './incidents/incidents.ts';
import { LIVE_ENDPOINTS } from './live/stream.ts';
import { BULK_ENDPOINTS } from './monitors/bulk/bulk.ts';
import { MONITOR_EDIT_ENDPOINTS } from './monitors/edit.ts';
import { FORWARDING_ENDPOINTS } from './monitors/forwarding.ts';
import { MONITOR_LIST_ENDPOINTS } from './monitors/list.ts';
import { MONITOR_ENDPOINTS } from './monitors/monitors.ts';
import { NOTICE_ENDPOINTS } from './monitors/notices.ts';
import { SCHEDULE_ENDPOINTS } from './monitors/schedules.ts';
import { ON_CALL_CALENDAR_ENDPOINTS } from './on-call/calendar.ts';
import { ON_CALL_CONTACT_ENDPOINTS } from './on-call/contacts.ts';
import { ON_CALL_COVERAGE_ENDPOINTS } from './on-call/coverage.ts';
import { ON_CALL_SCHEDULE_ENDPOINTS } from './on-call/on-call-schedules.ts';
import { ON_CALL_OVERRIDE_ENDPOINTS } from './on-call/overrides.ts';
import { PROJECT_KEY_ENDPOINTS } from './projects/keys.ts';
import { PROJECT_ENDPOINTS } from './projects/projects.ts';
import { SHARE_ENDPOINTS } from './projects/shares.ts';
import { DAY_ENDPOINTS } from './runs/days.ts';
import { EVENT_ENDPOINTS } from './runs/events.ts';
import { EXPECTED_RUN_ENDPOINTS } from './runs/expected.ts';
import { RUN_ENDPOINTS } from './runs/runs.ts';
import { STATISTICS_ENDPOINTS } from './runs/statistics.ts';
import { TEAM_RUN_ENDPOINTS } from './runs/team-runs.ts';
import { TRANSITION_ENDPOINTS } from './runs/transitions.ts';
import { SEARCH_ENDPOINTS } from './search/search.ts';
import { AUDIT_ENDPOINTS } from './team/audit-list.ts';
import { TEAM_CREATE_ENDPOINTS } from './team/create.ts';
import { TEAM_DELETE_ENDPOINTS } from './team/delete.ts';
import { INVITATION_ACCEPT_ENDPOINTS } from './team/invitation-accept.ts';
import { INVITATION_ENDPOINTS } from './team/invitations.ts';
import { MEMBER_TOKEN_ENDPOINTS } from './team/member-tokens.ts';
import { MEMBER_ENDPOINTS } from './team/members.ts';
import { TEAM_ENDPOINTS } from './team/team.ts';
import { TEAM_TRANSFER_ENDPOINTS } from './team/transfer.ts';
import { USAGE_ENDPOINTS } from './team/usage.ts';

/** All endpoints, in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = [
  MONITOR_LIST_ENDPOINTS,
  BULK_ENDPOINTS,
  MONITOR_ENDPOINTS,
  MONITOR_EDIT_ENDPOINTS,
  NOTICE_ENDPOINTS,
  FORWARDING_ENDPOINTS,
  EVENT_ENDPOINTS,
  RUN_ENDPOINTS,
  TEAM_RUN_ENDPOINTS,
  STATISTICS_ENDPOINTS,
  DAY_ENDPOINTS,
  EXPECTED_RUN_ENDPOINTS,
  TRANSITION_ENDPOINTS,
  SCHEDULE_ENDPOINTS,
  IMPORT_ENDPOINTS,
  CONFIGURATION_ENDPOINTS,
  MANAGED_ENDPOINTS,
  LIVE_ENDPOINTS,
  INCIDENT_ACKNOWLEDGEMENT_ENDPOINTS,
  INCIDENT_SNOOZE_ENDPOINTS,
  INCIDENT_ENDPOINTS,
  INCIDENT_COMPARISON_ENDPOINTS,
  INCIDENT_NOTE_ENDPOINTS,
  INCIDENT_EXPORT_ENDPOINTS,
  SEARCH_ENDPOINTS,
  CHANNEL_TYPE_ENDPOINTS,
  CHANNEL_ENDPOINTS,
  CHANNEL_TEST_ENDPOINTS,
  DELIVERY_ENDPOINTS,
  ALERT_REPORT_ENDPOINTS,
  MAINTENANCE_ENDPOINTS,
  ESCALATION_ENDPOINTS,
  ON_CALL_COVERAGE_ENDPOINTS,
  ON_CALL_SCHEDULE_ENDPOINTS,
  ON_CALL_OVERRIDE_ENDPOINTS,
  ON_CALL_CONTACT_ENDPOINTS,
  ON_CALL_CALENDAR_ENDPOINTS,
  SHARE_ENDPOINTS,
  TEAM_ENDPOINTS,
  USAGE_ENDPOINTS,
  TEAM_CREATE_ENDPOINTS,
  TEAM_TRANSFER_ENDPOINTS,
  TEAM_DELETE_ENDPOINTS,
  MEMBER_ENDPOINTS,
  MEMBER_TOKEN_ENDPOINTS,
  INVITATION_ACCEPT_ENDPOINTS,
  INVITATION_ENDPOINTS,
  AUDIT_ENDPOINTS,
  PROJECT_ENDPOINTS,
  PROJECT_KEY_ENDPOINTS,
  TOKEN_ENDPOINTS,
  PROGRAM_LOGIN_ENDPOINTS,
  ACCOUNT_ENDPOINTS,
  EMAIL_CHANGE_ENDPOINTS,
  ACCOUNT_DELETE_ENDPOINTS,
  BACKUP_CODE_ENDPOINTS,
  TRUSTED_BROWSER_ENDPOINTS,
  DEVICE_ENDPOINTS,
  SETUP_ENDPOINTS,
].flat();
