import type { Spool } from '../../spool/contract.ts';
import type { TicketedPing } from '../apply-pings.ts';

/** Maximum total bytes of bodies in the spool. Further pings are spooled without their bodies. */
const BODY_BYTES_MAX = 256 * 1024 * 1024;
const BODY_DROPPED =
  'The body was dropped: the database is unavailable, and too many bodies are already waiting.';

/** Appends pings to the spool, and returns the pings that fit. Throws if the spool can't be written. */
export function appendToSpool(
  spool: Spool,
  pings: readonly TicketedPing[],
  { pingsMax, epoch }: { readonly pingsMax: number; readonly epoch: string },
): readonly TicketedPing[] {
  let { bytes } = spool.size();
  const room = Math.max(0, pingsMax - spool.size().pings);
  const kept = pings.slice(0, room).map((ping) => {
    const size = ping.request.body?.byteLength ?? 0;
    if (bytes + size > BODY_BYTES_MAX) return withoutBody(ping);
    bytes += size;
    return ping;
  });
  spool.append(kept.map((ping) => ({ ...ping, epoch })));
  return kept;
}

function withoutBody(ping: TicketedPing): TicketedPing {
  const { command, request } = ping;
  if (request.body === null) return ping;
  return {
    ...ping,
    command: { ...command, warnings: [...command.warnings, BODY_DROPPED] },
    request: { ...request, body: null },
  };
}
