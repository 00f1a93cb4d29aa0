import type { RecordedPing } from './dialect.ts';

/**
 * Writes the same JSON as {@link import('../../platform/http/envelope.ts').successBody} in a third of the time. Speed matters here,
 * because most requests are pings.
 */
export function overdueResponse({ pingID, status, event }: RecordedPing): string {
  const { number, type, durationMs, runID, warnings } = event;
  const monitor = `{"pingID":${JSON.stringify(pingID)},"status":"${status}"}`;
  const duration = (durationMs ?? 0) / 1000;
  const warningsJSON = warnings.length === 0 ? '[]' : JSON.stringify(warnings);
  const eventJSON = `{"number":${number},"type":"${type}","duration":${duration},"runID":${JSON.stringify(runID)},"warnings":${warningsJSON}}`;
  return `{"success":true,"data":{"monitor":${monitor},"event":${eventJSON}}}`;
}
