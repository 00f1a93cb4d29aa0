import type { Event } from '../../domain/pairing.ts';

/** Writes the JSON of {@link import('../envelope.ts').successBody} in a third of the time: most requests are pings. */
export function pingAnswer(
  pingID: string,
  status: string,
  { number, type, durationMs, runID, warnings }: Event,
): string {
  const monitor = `{"pingID":${JSON.stringify(pingID)},"status":"${status}"}`;
  const duration = (durationMs ?? 0) / 1000;
  const warningsJSON = warnings.length === 0 ? '[]' : JSON.stringify(warnings);
  const event = `{"number":${number},"type":"${type}","duration":${duration},"runID":${JSON.stringify(runID)},"warnings":${warningsJSON}}`;
  return `{"success":true,"data":{"monitor":${monitor},"event":${event}}}`;
}
