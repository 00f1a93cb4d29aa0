export interface DropInOptions {
  /** The command `overdue`, as words. */
  readonly program: readonly string[];
  readonly pingURL: string;
  /** Whether the service runs as root, or as the user of the systemd instance. */
  readonly runsAsOwner: boolean;
}

/** Variables that `overdue unit` needs, besides PATH. */
const VARIABLES = ['HOME', 'INVOCATION_ID', 'SERVICE_RESULT', 'EXIT_CODE', 'EXIT_STATUS'];

/**
 * Returns a drop-in that makes a service report its runs. The service's own commands don't change, so updates of its
 * package take effect. A failure of the added commands can't fail the service. `+` runs these commands outside the service's
 * sandbox. A service with `User=` has no `+`, which would run the commands as root with an environment that the user may control;
 * `env -i` keeps that environment from `overdue`.
 */
export function dropIn({ program, pingURL, runsAsOwner }: DropInOptions): string {
  const prefix = runsAsOwner
    ? '-+'
    : `-/usr/bin/env -i PATH=/usr/bin:/bin ${VARIABLES.map((name) => `"${name}=\${${name}}"`).join(' ')} `;
  const words = (action: string) => [...program, 'unit', action, '--ping', pingURL].map(quotedWord).join(' ');
  return [
    '# Written by "overdue discover --apply". "overdue discover --undo" removes it.',
    '[Service]',
    `ExecStartPre=${prefix}${words('start')}`,
    `ExecStopPost=${prefix}${words('end')}`,
    '',
  ].join('\n');
}

/** systemd expands % and $ everywhere, and reads quotes and backslashes. */
function quotedWord(word: string): string {
  const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[^\s'"\\;]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
