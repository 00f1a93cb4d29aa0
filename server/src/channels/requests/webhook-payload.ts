import type { Alert, AlertItem, MessageKind } from '@overdue/domain/alerting/alert.ts';

const EVENT_TYPES: Readonly<Record<MessageKind, string>> = {
  down: 'monitor.down',
  recovered: 'monitor.recovered',
  failing: 'monitor.failing',
  reminder: 'incident.reminder',
  escalation: 'incident.escalation',
  combined: 'team.combined',
  blind_window: 'team.blind_window',
  report: 'team.report',
  channel_disabled: 'channel.disabled',
  test: 'channel.test',
};

export function eventType(alert: Alert): string {
  return EVENT_TYPES[alert.kind];
}

/** Formats an alert like the API: times in RFC 3339, durations in seconds. */
export function webhookPayload(alert: Alert) {
  return {
    type: eventType(alert),
    timestamp: time(alert.at),
    data: { ...alert, at: time(alert.at), items: alert.items.map(writeItem) },
  };
}

function writeItem({ event, monitor, incident, explanation }: AlertItem) {
  return {
    event,
    monitor,
    incident: incident === null ? null : writeIncident(incident),
    explanation,
  };
}

function writeIncident(incident: NonNullable<AlertItem['incident']>) {
  const { id, url, reason, openedAt, closedAt, runID, acknowledgedAt, acknowledgedBy } = incident;
  return {
    incidentID: id,
    ...(url === undefined ? {} : { url }),
    reason,
    openedAt: time(openedAt),
    closedAt: closedAt === null ? null : time(closedAt),
    duration: closedAt === null ? null : (closedAt - openedAt) / 1000,
    runID,
    acknowledgedAt: acknowledgedAt == null ? null : time(acknowledgedAt),
    acknowledgedBy: acknowledgedBy ?? null,
  };
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
