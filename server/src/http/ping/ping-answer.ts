import type { Event } from '../../domain/pairing.ts';

/**
 * Returns the answer to a ping, in the envelope of {@link import('../envelope.ts').successBody}. Written by hand because pings
 * are most of all requests, and this takes a third of the time.
 */
export function pingAnswer(
  pingID: string,
  status: string,
  { number, type, durationMs, runID, warnings }: Event,
): string {
  const monitor = `{"pingID":${JSON.stringify(pingID)},"status":"${status}"}`;
  const duration = (durationMs ?? 0) / 1000;
  const told = warnings.length === 0 ? '[]' : JSON.stringify(warnings);
  const event = `{"number":${number},"type":"${type}","duration":${duration},"runID":${JSON.stringify(runID)},"warnings":${told}}`;
  return `{"success":true,"data":{"monitor":${monitor},"event":${event}}}`;
}
