import pino from 'pino';
import { redact, redactValue } from '../security/redact.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import type { LogLevel } from './log-level.ts';

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

export interface OutageLog {
  /** Logs an unavailable database once per outage, and other errors every time. */
  failed(error: unknown, message: string): void;
  worked(): void;
}

export function createOutageLog(log: Log): OutageLog {
  let isUnavailable = false;
  return {
    failed(error, message) {
      if (!(error instanceof DatabaseUnavailable)) return log.error({ err: error }, message);
      if (!isUnavailable) log.warn({ err: error }, message);
      isUnavailable = true;
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
      // Replaces the stream, because the old one would keep all unwritten lines.
      stream = open();
    });
  let stream = open();
  return { write: (line) => stream.write(line) };
}

function redactFields(fields: LogFields): object {
  const redacted = redactValue(fields);
  return typeof redacted === 'object' && redacted !== null ? redacted : {};
}
