import type { OverdueError } from '../../../sdk/src/error.ts';
import { CommandError, EXIT } from '../process/command-line.ts';

const UNREACHABLE = ['network', 'timed_out', 'unexpected_response', 'aborted', 'unavailable'];
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

/**
 * Converts an error of the client to an error of the command with the reason, the invalid fields and the exit status.
 */
export function commandErrorOf(error: OverdueError): CommandError {
  const { code, status, message } = error;
  if (UNREACHABLE.includes(code) || status >= 500)
    return new CommandError(`The service can't be reached. ${message}`, EXIT.unreachable);
  if (status === UNAUTHORIZED)
    return new CommandError(
      `The service doesn't accept the token. ${message} Run: overdue login`,
      EXIT.denied,
    );
  if (status === FORBIDDEN) return new CommandError(message, EXIT.denied);
  const fields = error.fields.map(({ path, message: reason }) => `\n  ${path}: ${reason}`);
  return new CommandError(
    `${message}${fields.join('')}`,
    code === 'invalid_argument' ? EXIT.usage : EXIT.failed,
  );
}
