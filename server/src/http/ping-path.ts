import { type PingType, pingKey } from '../domain/ping.ts';

/** What a ping URL's path says. */
export interface PingTarget {
  readonly pingKey: string;
  readonly type: PingType;
  readonly exitStatus: number | null;
}

/** systemd's `$SERVICE_RESULT`, and the signal names that `$EXIT_STATUS` holds when a signal ended the job (systemd.exec(5)). */
const FAILURE_WORDS = new Set(
  (
    'protocol timeout exit-code signal core-dump watchdog start-limit-hit resources exec-condition oom-kill ' +
    'ABRT ALRM BUS FPE HUP ILL INT IO KILL PIPE POLL PROF PWR QUIT SEGV STKFLT SYS TERM TRAP USR1 USR2 ' +
    'VTALRM XCPU XFSZ'
  ).split(' '),
);

const REAL_TIME_SIGNAL = /^RTMIN\+\d{1,2}$/;

const TYPES: Readonly<Record<string, PingType>> = {
  start: 'start',
  fail: 'fail',
  end: 'end',
  log: 'log',
  success: 'end',
};

const EXIT_STATUS = /^\d{1,3}$/;
/** IDs that also work without `/ping` before them, as some clients build their URLs: no page has such a path. */
const BARE_ID = /^(?:[0-9A-Za-z]{22}|[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12})$/;

/** Whether a request belongs to the ping endpoints, whatever comes of it there. */
export function isPingPath(path: string): boolean {
  if (path.startsWith('/ping/')) return true;
  const end = path.indexOf('/', 1);
  return BARE_ID.test(end === -1 ? path.slice(1) : path.slice(1, end));
}

/** Reads a path for which {@link isPingPath} holds, with or without a trailing slash; null when it is not a ping URL. */
export function parsePingPath(path: string): PingTarget | null {
  const segments = path.split('/');
  if (segments[segments.length - 1] === '') segments.pop();
  const first = segments[1] === 'ping' ? 2 : 1;
  const [id = '', action] = segments.slice(first);
  const key = segments.length - first > 2 ? null : pingKey(id);
  if (key === null) return null;
  if (action === undefined) return { pingKey: key, type: 'ping', exitStatus: null };
  const type = Object.hasOwn(TYPES, action) ? TYPES[action] : undefined;
  if (type !== undefined) return { pingKey: key, type, exitStatus: null };
  if (FAILURE_WORDS.has(action) || REAL_TIME_SIGNAL.test(action))
    return { pingKey: key, type: 'fail', exitStatus: null };
  const exitStatus = EXIT_STATUS.test(action) ? Number(action) : 256;
  if (exitStatus > 255) return null;
  return { pingKey: key, type: exitStatus === 0 ? 'end' : 'fail', exitStatus };
}
