import type { IncomingMessage } from 'node:http';
import { firstHeader } from '../../platform/http/header.ts';
import type { Upload } from './body-memory.ts';
import type { Decoded } from './content-encoding.ts';

export interface Body {
  readonly bytes: Uint8Array | null;
  readonly isCut: boolean;
}

const NO_BYTES = new Uint8Array();
const NO_BODY: Body = { bytes: null, isCut: false };
const GROWN_BYTES_MIN = 4096;

export function hasBody(request: IncomingMessage): boolean {
  return (
    firstHeader(request, 'transfer-encoding') !== undefined ||
    (firstHeader(request, 'content-length') ?? '0') !== '0'
  );
}

/**
 * Reads a whole body, and keeps its first `limit` bytes within the budget. The caller must end the upload. Call this function
 * after the event-loop turn in which the headers arrived: a body that arrived with the headers is available only after the end of
 * that turn.
 */
export function readBody(request: IncomingMessage, limit: number, upload: Upload): Promise<Body> | Body {
  return hasArrived(request) ? keepArrived(request, limit, upload) : receiveBody(request, limit, upload);
}

/** Whether a body has arrived completely. */
export function hasArrived(request: IncomingMessage): boolean {
  return request.readableLength === Number(firstHeader(request, 'content-length'));
}

/** Reads a body that has arrived completely, which is faster than waiting for its events. Returns null if the body is empty. */
export function takeArrived(request: IncomingMessage): Uint8Array | null {
  const body = readArrived(request);
  request.resume();
  return body;
}

/**
 * Returns the first `limit` bytes of a body, or the whole body if it is shorter, and leaves them in the request. `limit` must be less
 * than what a request buffers. Call this function when `readBody` may be called.
 */
export async function peekBody(request: IncomingMessage, limit: number): Promise<Decoded> {
  const isEnough = () => request.complete || request.readableLength >= limit;
  if (!isEnough()) await untilReadable(request, isEnough);
  const arrived = readArrived(request);
  if (arrived === null) return { bytes: NO_BYTES, isCut: false };
  request.unshift(arrived);
  return { bytes: arrived.subarray(0, limit), isCut: !request.complete || arrived.byteLength > limit };
}

function untilReadable(request: IncomingMessage, isEnough: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    function end(): void {
      request.off('readable', look).off('error', fail).off('close', fail);
    }
    function look(): void {
      if (!isEnough()) return;
      end();
      resolve();
    }
    function fail(): void {
      end();
      reject(brokenUploadError());
    }
    request.on('readable', look).on('error', fail).on('close', fail);
    if (request.destroyed) fail();
  });
}

/** Reads all parts of a body that have arrived. Without a size, `read` would return only the first part. */
function readArrived(request: IncomingMessage): Uint8Array | null {
  return request.read(request.readableLength);
}

function keepArrived(request: IncomingMessage, limit: number, upload: Upload): Body {
  const body = takeArrived(request);
  upload.complete();
  if (body === null) return NO_BODY;
  const kept = body.subarray(0, limit);
  return limit > 0 && upload.reserve(kept.byteLength)
    ? { bytes: kept, isCut: kept.byteLength < body.byteLength }
    : { bytes: null, isCut: true };
}

function receiveBody(request: IncomingMessage, limit: number, upload: Upload): Promise<Body> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) return reject(brokenUploadError());
    let buffer: Uint8Array = new Uint8Array();
    let kept = 0;
    let received = 0;
    let isFull = limit === 0;
    request.on('data', (chunk: Uint8Array) => {
      received += chunk.byteLength;
      if (isFull) return;
      const part = chunk.subarray(0, limit - kept);
      isFull = !upload.reserve(part.byteLength);
      if (isFull) return;
      isFull = kept + part.byteLength === limit;
      buffer = append(buffer, { length: kept, part, limit });
      kept += part.byteLength;
    });
    request.on('end', () => {
      upload.complete();
      resolve({ bytes: kept === 0 ? null : buffer.subarray(0, kept), isCut: received > kept });
    });
    request.on('error', reject);
    request.on('close', () => {
      if (request.complete) return;
      upload.end();
      reject(brokenUploadError());
    });
  });
}

function brokenUploadError(): Error {
  return new Error('The connection closed before the body was complete.');
}

/** Keeps the first chunk without a copy. Later chunks, possibly very many, go into one growing buffer. */
function append(
  buffer: Uint8Array,
  { length, part, limit }: { readonly length: number; readonly part: Uint8Array; readonly limit: number },
): Uint8Array {
  if (length === 0) return part;
  const needed = length + part.byteLength;
  if (buffer.byteLength >= needed) {
    buffer.set(part, length);
    return buffer;
  }
  const larger = new Uint8Array(Math.min(limit, Math.max(2 * needed, GROWN_BYTES_MIN)));
  larger.set(buffer.subarray(0, length));
  larger.set(part, length);
  return larger;
}
