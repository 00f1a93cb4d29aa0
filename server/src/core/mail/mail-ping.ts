import type { Readable } from 'node:stream';
import { AppError } from '@overdue/domain/error.ts';
import { networkOf } from '@overdue/domain/network.ts';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Log } from '../../platform/runtime/log.ts';
import { createEmailRecorder, type RecorderDependencies } from './record-email.ts';
import {
  INCOMPLETE,
  isUnavailable,
  refusalOf,
  SMTPRefusal,
  STOPPING,
  TOO_LARGE,
  TOO_MANY_CONNECTIONS,
} from './smtp-reply.ts';

const CONNECTIONS_MAX = 60;
/** Maximum connections per network. */
const NETWORK_CONNECTIONS_MAX = 10;
/** Maximum size of an email. */
const EMAIL_BYTES_MAX = 10 * 1024 * 1024;
/** Maximum bytes of an email to read. The rest, usually attachments, is discarded on arrival. */
const READ_BYTES_MAX = 256 * 1024;
const RECIPIENTS_MAX = 10;
const COMMAND_BYTES_MAX = 2048;
/** How long a connection may be idle. */
const SILENT_MS_MAX = 30_000;
/** How long a connection may last. */
const SESSION_MS_MAX = 5 * 60_000;
/** Minimum interval between log lines about emails that can't be stored, so that the log doesn't fill the disk. */
const LOG_EVERY_MS = 1000;

export interface MailPingOptions extends RecorderDependencies {
  /** Address and port to listen on. */
  readonly address: string;
  readonly port: number;
  /** Certificate for STARTTLS; null for none. */
  readonly tls: { readonly key: string; readonly cert: string } | null;
  readonly log: Pick<Log, 'error'>;
}

/** An SMTP server that receives pings by email. */
export interface MailPing {
  readonly port: number;
  /** Refuses new emails, waits until accepted emails are stored, and closes all connections. */
  stop(waitMs: number): Promise<void>;
}

type Done = (error?: Error | null) => void;

/** Listens for emails. An email is acknowledged once its pings are stored in the database or the spool. */
export async function openMailPing(options: MailPingOptions): Promise<MailPing> {
  const { clock, log, metrics, tls } = options;
  const recorder = createEmailRecorder(options);
  const sessions = new Map<string, { readonly network: string; readonly cancel: () => void }>();
  const recording = new Set<Promise<void>>();
  let isStopping = false;
  let quietUntil = Number.NEGATIVE_INFINITY;

  function reply(done: Done, task: () => Promise<unknown>): void {
    const started = isStopping ? Promise.reject(STOPPING) : task();
    started.then(
      () => done(),
      (error: unknown) => {
        recordFailure(error);
        done(refusalOf(error));
      },
    );
  }

  function recordFailure(error: unknown): void {
    if (error instanceof SMTPRefusal) return;
    if (isUnavailable(error)) metrics.pings.refused.inc();
    else metrics.pings.failed.inc();
    const now = clock.monotonic();
    if (now < quietUntil) return;
    quietUntil = now + LOG_EVERY_MS;
    log.error({ err: error }, 'A ping by email could not be stored.');
  }

  function admit(session: SMTPServerSession): SMTPRefusal | null {
    if (isStopping) return STOPPING;
    const network = networkOf(session.remoteAddress);
    const ofNetwork = sessions.values().filter((other) => other.network === network);
    if (ofNetwork.reduce((count) => count + 1, 0) >= NETWORK_CONNECTIONS_MAX) return TOO_MANY_CONNECTIONS;
    sessions.set(session.id, { network, cancel: clock.after(SESSION_MS_MAX, () => end(session.id)) });
    return null;
  }

  function end(id: string): void {
    for (const connection of server.connections)
      if (connection.id === id) connection.send(421, 'Connected for too long.');
  }

  async function record(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const email = await receive(stream);
    if (stream.sizeExceeded) throw TOO_LARGE;
    if (isStopping) throw STOPPING;
    const recorded = recorder.record(email, session);
    recording.add(recorded);
    await recorded.finally(() => recording.delete(recorded));
  }

  const server = new SMTPServer({
    name: options.host,
    banner: 'Overdue',
    logger: false,
    authOptional: true,
    disabledCommands: tls === null ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    ...(tls === null ? {} : tls),
    disableReverseLookup: true,
    size: EMAIL_BYTES_MAX,
    rejectOversized: true,
    maxRecipients: RECIPIENTS_MAX,
    maxCommandLength: COMMAND_BYTES_MAX,
    maxClients: CONNECTIONS_MAX,
    socketTimeout: SILENT_MS_MAX,
    onConnect: (session, done) => done(admit(session)),
    onMailFrom: (_address, _session, done) => done(isStopping ? STOPPING : null),
    onRcptTo: ({ address }, session, done) =>
      reply(done, () => recorder.find(address, session.remoteAddress)),
    onData: (stream, session, done) => reply(done, () => record(stream, session)),
    onClose(session) {
      sessions.get(session.id)?.cancel();
      sessions.delete(session.id);
    },
  });
  // Ignores clients that close a connection early.
  server.on('error', () => undefined);
  const port = await listen(server, options);
  return {
    port,
    async stop(waitMs) {
      isStopping = true;
      const { promise: isLate, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(waitMs, resolve);
      await Promise.race([Promise.allSettled(recording), isLate]);
      cancel();
      await close(server);
    },
  };
}

/** Reads an email to its end, and keeps its first bytes. */
async function receive(stream: Readable) {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let received = 0;
  try {
    for await (const chunk of stream) {
      const bytes: Uint8Array = chunk;
      received += bytes.byteLength;
      const part = bytes.subarray(0, READ_BYTES_MAX - kept);
      if (part.byteLength === 0) continue;
      // Copies the bytes, because a slice would keep the whole socket buffer in memory.
      chunks.push(Uint8Array.from(part));
      kept += part.byteLength;
    }
  } catch {
    throw INCOMPLETE;
  }
  return { bytes: Buffer.concat(chunks), isCut: received > kept };
}

function listen(server: SMTPServer, { port, address }: MailPingOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException) => reject(listenError(cause, address, port));
    server.server.once('error', refuse);
    server.listen(port, address, () => {
      server.server.off('error', refuse);
      const bound = server.server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

function listenError(cause: NodeJS.ErrnoException, address: string, port: number): AppError {
  const why =
    cause.code === 'EADDRINUSE'
      ? 'another program uses this port. Stop that program, or set MAIL_PING_PORT to a free port'
      : `${cause.message}. Check MAIL_PING_ADDRESS and MAIL_PING_PORT`;
  return new AppError('unavailable', `Overdue can't listen on ${address}:${port} for emails: ${why}.`, {
    cause,
  });
}

function close(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const connection of server.connections) connection.send(421, STOPPING.message);
  });
}
