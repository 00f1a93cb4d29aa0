import { invalidArgument, OverdueError } from './error.ts';
import { userAgent } from './user-agent.ts';

/** Fields that the inputs of all operations share. */
export interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: object;
}

export function requestInitOf(
  method: string,
  authorization: string | null,
  { headers = {}, body }: Input,
): RequestInit {
  const headerEntries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    method,
    // Following a redirect would turn a POST into a GET.
    redirect: 'manual',
    // Set only for sessions, because some runtimes don't support cookies and reject the option.
    ...(authorization === null ? { credentials: 'same-origin' as const } : {}),
    headers: {
      ...userAgent(),
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(headerEntries),
    },
    ...(body === undefined ? {} : { body: jsonOf(body) }),
  };
}

function jsonOf(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new OverdueError('invalid_argument', "The input can't be converted to JSON.", { cause });
  }
}

export function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    // An empty value, `.` or `..` would change the path of the request.
    if (/^\.{0,2}$/.test(value)) throw invalidArgument(`The ${name} is empty or invalid.`);
    return encodeURIComponent(value);
  });
}

export function queryString(query: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}
