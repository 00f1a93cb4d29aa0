import type { Socket } from 'node:net';
import { CheckFailure } from './attempt.ts';
import { codeOf } from './connect.ts';
import { tlsFailure } from './secure.ts';

/** Maximum bytes to read from a target. */
const RECEIVED_BYTES_MAX = 4096;

/** Bytes that a target has sent and nobody has taken yet. */
export interface Received {
  /** Waits until the bytes are as wanted. Throws a CheckFailure if the target sends too much or closes before. */
  until(isWanted: (bytes: Buffer) => boolean): Promise<Buffer>;
  bytes(): Buffer;
  clear(): void;
  /** Stops reading, so that another reader can take over. */
  stop(): void;
}

export function receive(socket: Socket): Received {
  let bytes = Buffer.alloc(0);
  let failure: CheckFailure | null = null;
  let notify = () => {};
  const end = (reason: CheckFailure) => {
    failure ??= reason;
    notify();
  };
  const add = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.byteLength > RECEIVED_BYTES_MAX) socket.pause();
    notify();
  };
  const close = () => end(new CheckFailure('response_closed', 'The target closed the connection.'));
  const fail = (error: Error) => {
    const code = codeOf(error);
    if (code.startsWith('ERR_SSL_')) end(tlsFailure(code));
    else close();
  };
  socket.on('data', add).on('end', close).on('close', close).on('error', fail);
  return {
    async until(isWanted) {
      while (!isWanted(bytes)) {
        if (bytes.byteLength > RECEIVED_BYTES_MAX)
          throw new CheckFailure('response_too_large', 'The target sent more than 4 kB.');
        if (failure !== null) throw failure;
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      return bytes;
    },
    bytes: () => bytes,
    clear() {
      bytes = Buffer.alloc(0);
    },
    stop() {
      socket.pause();
      socket.off('data', add).off('end', close).off('close', close).off('error', fail);
    },
  };
}
