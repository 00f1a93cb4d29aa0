import type { IncomingMessage } from 'node:http';
import { AppError } from '@overdue/domain/error.ts';
import { networkOf } from '@overdue/domain/network.ts';
import { firstHeader } from '../../platform/http/header.ts';
import { refuseAndClose } from '../../platform/http/refusal.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { hasArrived, hasBody, peekBody, takeArrived } from './body.ts';
import { createBodyMemory, type Upload } from './body-memory.ts';
import { createDecoder } from './content-encoding.ts';
import { busyError, type PingContent, readContent, type SentBody } from './ping-content.ts';

const NO_BYTES = new Uint8Array();
/** Maximum total bytes of the bodies that are being received or are not yet committed. */
const RECEIVED_BYTES_MAX = 64 * 1024 * 1024;
/** Part of `RECEIVED_BYTES_MAX` kept free for networks and teams that use little memory. See `body-memory.ts`. */
const RESERVED_BYTES = RECEIVED_BYTES_MAX / 4;
/** Time after which an incomplete body may be dropped while memory is scarce. */
const BODY_PATIENCE_MS = 5000;
/** Maximum bytes of a body that are read, and decompressed, before its key is checked. They reserve no memory. */
export const SMALL_BYTES_MAX = 16 * 1024;
/** Maximum decompressed bytes of a body that contains check-ins. Clients add attachments of many megabytes to a check-in. */
const WHOLE_BYTES_MAX = 16 * 1024 * 1024;

export interface BodyReaderOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly remoteAddress: (request: IncomingMessage) => string;
  readonly bodyLimit: number;
}

export interface WholeBody {
  readonly bytes: Uint8Array;
  /** Memory reserved for the body; null if none is reserved. The caller must release the memory. */
  readonly upload: Pick<Upload, 'end'> | null;
}

/** Reads the bodies of pings. All bodies share one memory budget. */
export interface BodyReader {
  /** Reads the form or the log of a ping. Returns no promise for a ping without a body. */
  readContent(request: IncomingMessage, sent: SentBody): Promise<PingContent> | PingContent;
  /**
   * Returns the beginning of a body, decompressed. `readWhole` still returns the whole body. A caller that doesn't read the body
   * must resume the request.
   */
  readBeginning(request: IncomingMessage): Promise<Uint8Array>;
  /** Reads and decompresses a body that contains check-ins. The caller must parse the body immediately. */
  readWhole(request: IncomingMessage, teamID: string | null): Promise<WholeBody>;
}

export function createBodyReader({ clock, remoteAddress, bodyLimit }: BodyReaderOptions): BodyReader {
  const memory = createBodyMemory({
    bytesMax: RECEIVED_BYTES_MAX,
    reservedBytes: RESERVED_BYTES,
    dropAfterMs: BODY_PATIENCE_MS,
    monotonic: () => clock.monotonic(),
  });
  const reading = {
    open: openUpload,
    decode: createDecoder(),
    networkOf: networkOfSender,
    limit: bodyLimit,
    detectsGzip: true,
    isReport: false,
  };
  // The key of check-ins is checked before their body is decompressed, so a header must announce the compression.
  const readingWhole = { ...reading, limit: WHOLE_BYTES_MAX, detectsGzip: false, isReport: true };

  function networkOfSender(request: IncomingMessage): string {
    return networkOf(remoteAddress(request));
  }

  function openUpload(request: IncomingMessage, teamID: string | null): Upload {
    const network = networkOfSender(request);
    return memory.open(teamID === null ? [network] : [network, teamID], () =>
      refuseAndClose(request.socket, 'ERR_HTTP_REQUEST_TIMEOUT'),
    );
  }

  return {
    readContent: (request, sent) => readContent(request, sent, reading),
    async readBeginning(request) {
      // Waits for the end of this event-loop turn, because Node's parser passes on the body only then.
      await null;
      const beginning = hasBody(request)
        ? await peekBody(request, SMALL_BYTES_MAX)
        : { bytes: NO_BYTES, isCut: false };
      const encoding = firstHeader(request, 'content-encoding') ?? '';
      const network = networkOfSender(request);
      const decoded = await reading.decode({ ...beginning, encoding, network }, SMALL_BYTES_MAX);
      if (decoded === 'busy') throw busyError();
      if (decoded === 'undecodable') throw undecodableError();
      return decoded.bytes;
    },
    async readWhole(request, teamID) {
      // Waits for the end of this event-loop turn, because Node's parser passes on the body only then.
      await null;
      if (isSmall(request)) return { bytes: takeArrived(request) ?? NO_BYTES, upload: null };
      const content = await readContent(request, { isLog: true, teamID }, readingWhole);
      const { log, upload } = content;
      const problem = problemOf(content);
      if (problem === null) return { bytes: log ?? NO_BYTES, upload };
      upload?.end();
      throw problem;
    },
  };
}

/**
 * Whether a body is small, uncompressed, and has arrived completely. The caller parses such a body immediately, so it needs no
 * reserved memory.
 */
function isSmall(request: IncomingMessage): boolean {
  return (
    request.readableLength <= SMALL_BYTES_MAX &&
    hasArrived(request) &&
    firstHeader(request, 'content-encoding') === undefined
  );
}

function problemOf({ log, isCut, warning }: PingContent): AppError | null {
  if (isCut && log === null) return busyError();
  if (isCut) return new AppError('too_large', `The body has more than ${WHOLE_BYTES_MAX} bytes.`);
  return warning === null ? null : undecodableError();
}

function undecodableError(): AppError {
  return new AppError('bad_request', 'The body could not be decompressed.');
}
