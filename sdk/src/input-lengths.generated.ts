// Generated from api/openapi.json by sdk/scripts/generate-types.ts. Do not edit: run `npm run generate -w sdk`.

/** Maximum characters of the texts in `AccountDeletionInput`. */
export const ACCOUNT_DELETION_INPUT_LENGTHS = {"email":254} as const;

/** Maximum characters of the texts in `AccountEdit`. */
export const ACCOUNT_EDIT_LENGTHS = {"name":100,"teamID":64} as const;

/** Maximum characters of the texts in `Acknowledgement`. */
export const ACKNOWLEDGEMENT_LENGTHS = {"note":1000} as const;

/** Maximum characters of the texts in `ChannelEdit`. */
export const CHANNEL_EDIT_LENGTHS = {"name":200,"disabled":200} as const;

/** Maximum characters of the texts in `ChannelInput`. */
export const CHANNEL_INPUT_LENGTHS = {"type":50,"name":200} as const;

/** Maximum characters of the texts in `ConfigurationInput`. */
export const CONFIGURATION_INPUT_LENGTHS = {"planID":100} as const;

/** Maximum characters of the texts in `CrontabInput`. */
export const CRONTAB_INPUT_LENGTHS = {"line":10000} as const;

/** Maximum characters of the texts in `DeviceApproval`. */
export const DEVICE_APPROVAL_LENGTHS = {"name":200,"userCode":40} as const;

/** Maximum characters of the texts in `DeviceInput`. */
export const DEVICE_INPUT_LENGTHS = {"name":100} as const;

/** Maximum characters of the texts in `EmailChangeConfirmation`. */
export const EMAIL_CHANGE_CONFIRMATION_LENGTHS = {"token":2000} as const;

/** Maximum characters of the texts in `EmailChangeInput`. */
export const EMAIL_CHANGE_INPUT_LENGTHS = {"email":254} as const;

/** Maximum characters of the texts in `EscalationEdit`. */
export const ESCALATION_EDIT_LENGTHS = {"name":200} as const;

/** Maximum characters of the texts in `EscalationInput`. */
export const ESCALATION_INPUT_LENGTHS = {"name":200} as const;

/** Maximum characters of the texts in `IncidentNoteInput`. */
export const INCIDENT_NOTE_INPUT_LENGTHS = {"text":5000} as const;

/** Maximum characters of the texts in `InvitationAcceptance`. */
export const INVITATION_ACCEPTANCE_LENGTHS = {"token":200,"name":100,"email":254,"password":128} as const;

/** Maximum characters of the texts in `InvitationInput`. */
export const INVITATION_INPUT_LENGTHS = {"email":254} as const;

/** Maximum characters of the texts in `InvitationToken`. */
export const INVITATION_TOKEN_LENGTHS = {"token":200} as const;

/** Maximum characters of the texts in `MaintenanceEdit`. */
export const MAINTENANCE_EDIT_LENGTHS = {"name":200,"cron":1000} as const;

/** Maximum characters of the texts in `MaintenanceInput`. */
export const MAINTENANCE_INPUT_LENGTHS = {"name":200,"cron":1000} as const;

/** Maximum characters of the texts in `MonitorEdit`. */
export const MONITOR_EDIT_LENGTHS = {"name":200,"slug":100,"description":10000,"runbookURL":2000,"forwardTo":2000} as const;

/** Maximum characters of the texts in `MonitorInput`. */
export const MONITOR_INPUT_LENGTHS = {"name":200,"slug":100,"description":10000,"runbookURL":2000,"forwardTo":2000} as const;

/** Maximum characters of the texts in `OnCallScheduleEdit`. */
export const ON_CALL_SCHEDULE_EDIT_LENGTHS = {"name":200} as const;

/** Maximum characters of the texts in `OnCallScheduleInput`. */
export const ON_CALL_SCHEDULE_INPUT_LENGTHS = {"name":200} as const;

/** Maximum characters of the texts in `ProjectEdit`. */
export const PROJECT_EDIT_LENGTHS = {"name":200} as const;

/** Maximum characters of the texts in `ProjectInput`. */
export const PROJECT_INPUT_LENGTHS = {"name":200} as const;

/** Maximum characters of the texts in `ProjectKeyInput`. */
export const PROJECT_KEY_INPUT_LENGTHS = {"name":200} as const;

/** Maximum characters of the texts in `SetupInput`. */
export const SETUP_INPUT_LENGTHS = {"name":100,"email":254,"password":128,"team":100} as const;

/** Maximum characters of the texts in `ShareEdit`. */
export const SHARE_EDIT_LENGTHS = {"title":100} as const;

/** Maximum characters of the texts in `ShareInput`. */
export const SHARE_INPUT_LENGTHS = {"title":100} as const;

/** Maximum characters of the texts in `TeamEdit`. */
export const TEAM_EDIT_LENGTHS = {"name":100} as const;

/** Maximum characters of the texts in `TeamInput`. */
export const TEAM_INPUT_LENGTHS = {"name":100} as const;

/** Maximum characters of the texts in `TeamTransfer`. */
export const TEAM_TRANSFER_LENGTHS = {"memberID":64} as const;

/** Maximum characters of the texts in `TokenInput`. */
export const TOKEN_INPUT_LENGTHS = {"name":200} as const;

/** Maximum characters of the texts in `UserCode`. */
export const USER_CODE_LENGTHS = {"userCode":40} as const;

/** Maximum characters of the texts in `listAuditQuery`. */
export const LIST_AUDIT_QUERY_LENGTHS = {"actor":320,"action":100} as const;

/** Maximum characters of the texts in `listDeliveriesQuery`. */
export const LIST_DELIVERIES_QUERY_LENGTHS = {"channel":64,"monitor":64,"incident":64} as const;

/** Maximum characters of the texts in `listExpectedRunsQuery`. */
export const LIST_EXPECTED_RUNS_QUERY_LENGTHS = {"project":200,"tag":200} as const;

/** Maximum characters of the texts in `listIncidentsQuery`. */
export const LIST_INCIDENTS_QUERY_LENGTHS = {"monitor":64,"tag":2000} as const;

/** Maximum characters of the texts in `listMonitorRowsQuery`. */
export const LIST_MONITOR_ROWS_QUERY_LENGTHS = {"project":200,"tag":200,"q":200} as const;

/** Maximum characters of the texts in `listMonitorsQuery`. */
export const LIST_MONITORS_QUERY_LENGTHS = {"project":200,"tag":200,"q":200} as const;

/** Maximum characters of the texts in `searchQuery`. */
export const SEARCH_QUERY_LENGTHS = {"q":200,"project":64,"monitor":64} as const;
