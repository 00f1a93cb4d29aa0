import pino from 'pino';
import { redact, redactValue } from '../security/redact.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import type { LogLevel } from './log-level.ts';

/** What a line is about, beside its message. An error goes under `err`. */
type LogFields = Readonly<Record<string, unknown>>;

type LogLine = (fields: LogFields, message: string) => void;

/** Where the service tells its operator what it does. Tests pass one that collects. */
export interface Log {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}

/** Standard output or error, or whatever takes whole lines. */
export type LogDestination = 'stdout' | 'stderr' | { write(line: string): void };

/** JSON lines. Credentials never reach them: each string passes through {@link redact}. */
export function createLog(level: LogLevel, destination: LogDestination = 'stdout'): Log {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are spelled out by redactValue.
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

/** What a loop that goes on says of its failures. */
export interface OutageLog {
  /** That the database is away is said once, whatever else each time. */
  failed(error: unknown, message: string): void;
  /** To be called when it has worked. */
  worked(): void;
}

export function createOutageLog(log: Log): OutageLog {
  let isAway = false;
  return {
    failed(error, message) {
      if (!(error instanceof DatabaseUnavailable)) return log.error({ err: error }, message);
      if (!isAway) log.warn({ err: error }, message);
      isAway = true;
    },
    worked() {
      isAway = false;
    },
  };
}

function openDestination(destination: LogDestination): pino.DestinationStream {
  if (typeof destination === 'object') return destination;
  return openOutput(destination === 'stdout' ? 1 : 2);
}

/** Drops what can't be written, since the disk may be full: a log that fails must not end the service. */
export function openOutput(fd: number): pino.DestinationStream {
  const open = (): pino.DestinationStream =>
    pino.destination({ fd, sync: true }).on('error', () => {
      // The old one would keep what it could not write, and more with each line.
      stream = open();
    });
  let stream = open();
  return { write: (line) => stream.write(line) };
}

function redactFields(fields: LogFields): object {
  const redacted = redactValue(fields);
  return typeof redacted === 'object' && redacted !== null ? redacted : {};
}
