import pino from 'pino';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import type { Clock } from './clock.ts';
import type { LogLevel } from './log-level.ts';
import { redact, redactValue } from './redact.ts';

/** Fields of a log line. Errors belong under `err`. */
type LogFields = Readonly<Record<string, unknown>>;

type LogLine = (fields: LogFields, message: string) => void;

export interface Log {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}

/** Standard output or error, or any receiver of whole lines. */
export type LogDestination = 'stdout' | 'stderr' | { write(line: string): void };

/** Writes JSON lines. Every string passes through {@link redact}, so that no credential reaches the log. */
export function createLog(level: LogLevel, destination: LogDestination = 'stdout'): Log {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // redactValue formats errors.
      serializers: { err: (error: unknown) => error },
      formatters: { level: (label) => ({ level: label }) },
    },
    openDestination(destination),
  );
  const at = (lineLevel: LogLevel): LogLine => {
    if (!lines.isLevelEnabled(lineLevel)) return () => {};
    return (fields, message) => lines[lineLevel](redactFields(fields), redact(message));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Minimum interval between two log lines about the same error. */
const SAME_ERROR_MS = 60_000;

export interface OutageLog {
  /**
   * Logs an unavailable database once per outage. Logs any other error immediately. If the error repeats, logs it at most once a
   * minute, with the number of repeats in between.
   */
  failed(error: unknown, message: string): void;
  worked(): void;
}

export function createOutageLog(log: Log, clock: Pick<Clock, 'monotonic'>): OutageLog {
  let isUnavailable = false;
  let last = { text: '', at: Number.NEGATIVE_INFINITY };
  let unlogged = 0;
  return {
    failed(error, message) {
      if (error instanceof DatabaseUnavailable) {
        if (!isUnavailable) log.warn({ err: error }, message);
        isUnavailable = true;
        return;
      }
      const text = `${message} ${error}`;
      const now = clock.monotonic();
      if (text === last.text && now - last.at < SAME_ERROR_MS) {
        unlogged += 1;
        return;
      }
      const repeats = text === last.text && unlogged > 0 ? { repeats: unlogged } : {};
      last = { text, at: now };
      unlogged = 0;
      log.error({ err: error, ...repeats }, message);
    },
    worked() {
      isUnavailable = false;
    },
  };
}

function openDestination(destination: LogDestination): pino.DestinationStream {
  if (typeof destination === 'object') return destination;
  return openOutput(destination === 'stdout' ? 1 : 2);
}

/** Drops lines that can't be written, for example to a full disk, because a failing log must not end the service. */
export function openOutput(fd: number): pino.DestinationStream {
  const open = (): pino.DestinationStream =>
    pino.destination({ fd, sync: true }).on('error', () => {
      // Replaces the stream, because the old stream would keep all unwritten lines.
      stream = open();
    });
  let stream = open();
  return { write: (line) => stream.write(line) };
}

function redactFields(fields: LogFields): object {
  const redacted = redactValue(fields);
  return typeof redacted === 'object' && redacted !== null ? redacted : {};
}
