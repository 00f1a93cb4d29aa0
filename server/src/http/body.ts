import type { IncomingMessage } from 'node:http';

/** The start of a request's body. */
export interface Body {
  /** Null when there was none. */
  readonly bytes: Uint8Array | null;
  readonly isCut: boolean;
}

const NO_BODY: Body = { bytes: null, isCut: false };

/**
 * Reads a body to its end and keeps its first `limit` bytes, whatever its type and size. Rejects when the connection breaks
 * before the end.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') {
    return Promise.resolve(NO_BODY);
  }
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let kept = 0;
    let received = 0;
    request.on('data', (chunk: Uint8Array) => {
      received += chunk.byteLength;
      if (kept === limit) return;
      const part = chunk.subarray(0, limit - kept);
      chunks.push(part);
      kept += part.byteLength;
    });
    request.on('end', () => {
      resolve({ bytes: kept === 0 ? null : Buffer.concat(chunks), isCut: received > kept });
    });
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('The connection closed before the body was complete.'));
    });
  });
}
