import { type Connection, SWEEP_MS } from './connection.ts';

/** How long a body may stall before its connection is closed. Node's own timeout covers only the whole request. */
const BODY_SILENCE_SWEEPS = 30_000 / SWEEP_MS;
/** How long a client may stall while it reads a response before its connection is closed. */
const RESPONSE_SILENCE_SWEEPS = 120_000 / SWEEP_MS;
/** How long a refused client has to read the reason. */
const LINGER_SWEEPS = 1000 / SWEEP_MS;

/** Ages a connection by one sweep. Returns whether its request or response has stalled for too long. */
export function ageConnection(connection: Connection): boolean {
  connection.idleSweeps += 1;
  connection.requestAgeSweeps += 1;
  const { socket, newest } = connection;
  if (connection.isEnding) {
    if (connection.idleSweeps > LINGER_SWEEPS) socket.destroy();
    return false;
  }
  // Without an unanswered request, only Node's own timeouts apply.
  if (connection.unanswered === 0) return false;
  const isArriving = newest?.req.complete === false;
  const isLeaving = socket.writableLength > 0;
  const bytes = socket.bytesRead + (isLeaving ? socket.bytesWritten - socket.writableLength : 0);
  if ((!isArriving && !isLeaving) || bytes !== connection.bytes) connection.idleSweeps = 0;
  connection.bytes = bytes;
  return connection.idleSweeps > (isArriving ? BODY_SILENCE_SWEEPS : RESPONSE_SILENCE_SWEEPS);
}
