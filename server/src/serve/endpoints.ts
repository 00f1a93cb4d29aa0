import {
  ACCOUNT_DELETE_ENDPOINTS,
  ACCOUNT_ENDPOINTS,
  BACKUP_CODE_ENDPOINTS,
} from '../accounts/endpoints/account.ts';
import { TEAM_CREATE_ENDPOINTS } from '../accounts/endpoints/create-team.ts';
import { EMAIL_CHANGE_ENDPOINTS } from '../accounts/endpoints/email-change.ts';
import { INVITATION_ACCEPT_ENDPOINTS } from '../accounts/endpoints/invitation-accept.ts';
import { INVITATION_ENDPOINTS } from '../accounts/endpoints/invitations.ts';
import { PROGRAM_LOGIN_ENDPOINTS } from '../accounts/endpoints/program-logins.ts';
import { SETUP_ENDPOINTS } from '../accounts/endpoints/setup.ts';
import { MEMBER_TOKEN_ENDPOINTS, TOKEN_ENDPOINTS } from '../accounts/endpoints/tokens.ts';
import { TRUSTED_BROWSER_ENDPOINTS } from '../accounts/endpoints/trusted-browsers.ts';
import { USAGE_ENDPOINTS } from '../accounts/endpoints/usage.ts';
import { ALERT_REPORT_ENDPOINTS } from '../alerts/endpoints/alert-reports.ts';
import { DELIVERY_ENDPOINTS } from '../alerts/endpoints/deliveries.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { CHANNEL_ENDPOINTS } from '../channels/endpoints/channels.ts';
import { DEVICE_ENDPOINTS } from '../channels/endpoints/devices.ts';
import { CHANNEL_TEST_ENDPOINTS } from '../channels/endpoints/test.ts';
import { CHANNEL_TYPE_ENDPOINTS } from '../channels/endpoints/types.ts';
import { CONFIGURATION_ENDPOINTS } from '../configuration/endpoints/configuration.ts';
import { MANAGED_ENDPOINTS } from '../configuration/endpoints/managed.ts';
import { ESCALATION_ENDPOINTS } from '../escalations/endpoints.ts';
import { IMPORT_ENDPOINTS } from '../imports/endpoints.ts';
import { INCIDENT_ACKNOWLEDGEMENT_ENDPOINTS } from '../incidents/endpoints/acknowledgement.ts';
import { INCIDENT_COMPARISON_ENDPOINTS } from '../incidents/endpoints/comparison.ts';
import { INCIDENT_EXPORT_ENDPOINTS } from '../incidents/endpoints/export.ts';
import { INCIDENT_ENDPOINTS } from '../incidents/endpoints/incidents.ts';
import { INCIDENT_NOTE_ENDPOINTS } from '../incidents/endpoints/notes.ts';
import { INCIDENT_SNOOZE_ENDPOINTS } from '../incidents/endpoints/snooze.ts';
import { LIVE_ENDPOINTS } from '../live/endpoints.ts';
import { MAINTENANCE_ENDPOINTS } from '../maintenance/endpoints.ts';
import { BULK_ENDPOINTS } from '../monitors/endpoints/bulk.ts';
import { MONITOR_EDIT_ENDPOINTS } from '../monitors/endpoints/edit.ts';
import { FORWARDING_ENDPOINTS } from '../monitors/endpoints/forwarding.ts';
import { MONITOR_LIST_ENDPOINTS } from '../monitors/endpoints/list.ts';
import { MONITOR_ENDPOINTS, NOTICE_ENDPOINTS } from '../monitors/endpoints/monitors.ts';
import { SCHEDULE_ENDPOINTS } from '../monitors/endpoints/schedules.ts';
import { ON_CALL_CALENDAR_ENDPOINTS, ON_CALL_CONTACT_ENDPOINTS } from '../on-call/endpoints/contacts.ts';
import { ON_CALL_COVERAGE_ENDPOINTS } from '../on-call/endpoints/coverage.ts';
import { ON_CALL_OVERRIDE_ENDPOINTS } from '../on-call/endpoints/overrides.ts';
import { ON_CALL_SCHEDULE_ENDPOINTS } from '../on-call/endpoints/schedules.ts';
import { PROJECT_KEY_ENDPOINTS } from '../projects/endpoints/keys.ts';
import { PROJECT_ENDPOINTS } from '../projects/endpoints/projects.ts';
import { SHARE_ENDPOINTS } from '../projects/endpoints/shares.ts';
import { DAY_ENDPOINTS } from '../runs/endpoints/days.ts';
import { EVENT_ENDPOINTS } from '../runs/endpoints/events.ts';
import { EXPECTED_RUN_ENDPOINTS } from '../runs/endpoints/expected.ts';
import { RUN_ENDPOINTS, TEAM_RUN_ENDPOINTS } from '../runs/endpoints/runs.ts';
import { STATISTICS_ENDPOINTS } from '../runs/endpoints/statistics.ts';
import { TRANSITION_ENDPOINTS } from '../runs/endpoints/transitions.ts';
import { SEARCH_ENDPOINTS } from '../search/endpoints/search.ts';
import { AUDIT_ENDPOINTS } from '../teams/endpoints/audit-list.ts';
import { MEMBER_ENDPOINTS, TEAM_TRANSFER_ENDPOINTS } from '../teams/endpoints/members.ts';
import { TEAM_DELETE_ENDPOINTS, TEAM_ENDPOINTS } from '../teams/endpoints/team.ts';
import { VIEW_ENDPOINTS } from '../views/endpoints.ts';

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
  VIEW_ENDPOINTS,
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
