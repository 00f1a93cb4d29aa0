import type { Context } from 'hono';
import type { Clock } from '../platform/runtime/clock.ts';
import { dropWhenClientEnds } from './event-stream.ts';
import { respondLines } from './respond.ts';

/** Media type with which a client asks for progress. */
export const PROGRESS_TYPE = 'application/x-ndjson';
/** Minimum time between two lines of one step. */
const LINE_EVERY_MS = 250;
/** Maximum time without a line. Shorter than the idle timeouts of proxies. */
const SILENCE_MS = 10_000;
/** Maximum bytes buffered for a slow client. When the buffer is full, the client misses progress lines. */
const WAITING_BYTES_MAX = 64_000;

export interface StepProgress {
  readonly step: string;
  /** Amount of finished work, in the same unit as `total`. */
  readonly done: number;
  /** Total amount of work in the step; null if unknown. */
  readonly total: number | null;
}

/** Lets a long request report its progress, and notice that its client has left. */
export interface RequestProgress {
  readonly report: (progress: StepProgress) => void;
  /** Aborted once the client can't receive the response. */
  readonly signal: AbortSignal;
}

type Respond = (progress: RequestProgress) => Promise<Response>;

export function asksForProgress({ req }: Context): boolean {
  return (req.header('Accept') ?? '')
    .split(',')
    .some((type) => type.split(';', 1)[0]?.trim() === PROGRESS_TYPE);
}

/** For requests that report no progress and continue if their client leaves. */
export const NO_PROGRESS: RequestProgress = { report() {}, signal: new AbortController().signal };

/**
 * Responds with a line of JSON for each progress report, and a last line with the status and the body of the response. A request
 * that fails before its first progress report gets the usual response instead.
 */
export async function respondWithProgress(
  context: Context,
  respond: Respond,
  { clock, onError }: { readonly clock: Clock; readonly onError: (error: unknown) => Response },
): Promise<Response> {
  const client = new AbortController();
  const started = Promise.withResolvers<null>();
  const lines = openLines(clock, () => client.abort());
  const responded = respond({
    report(progress) {
      lines.report(progress);
      started.resolve(null);
    },
    signal: AbortSignal.any([client.signal, context.req.raw.signal]),
  }).catch(onError);
  const early = await Promise.race([responded, started.promise]);
  if (early !== null && !early.ok) {
    lines.stop();
    return early;
  }
  dropWhenClientEnds(context);
  void responded.then(async (response) => {
    lines.end(`{"status":${response.status},"body":${await response.text()}}\n`);
  });
  return respondLines(PROGRESS_TYPE, lines.stream);
}

function openLines(clock: Clock, onCancel: () => void) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let latest: StepProgress | null = null;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let cancelNextLine = (): void => {};

  const stop = (): void => {
    cancelNextLine();
    controller = null;
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      cancel() {
        stop();
        onCancel();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES_MAX }),
  );

  function writeLatest(): void {
    if (controller === null) return;
    writtenAt = clock.monotonic();
    if ((controller.desiredSize ?? 0) > 0)
      controller.enqueue(encoder.encode(`${JSON.stringify({ progress: latest })}\n`));
    writeLater(SILENCE_MS);
  }

  function writeLater(waitMs: number): void {
    cancelNextLine();
    if (controller !== null) cancelNextLine = clock.after(waitMs, writeLatest);
  }

  return {
    stream,
    stop,
    report(progress: StepProgress): void {
      const waitMs = writtenAt + LINE_EVERY_MS - clock.monotonic();
      const isDue = progress.step !== latest?.step || progress.done === progress.total || waitMs <= 0;
      latest = progress;
      if (isDue) writeLatest();
      else writeLater(waitMs);
    },
    end(line: string): void {
      controller?.enqueue(encoder.encode(line));
      controller?.close();
      stop();
    },
  };
}
