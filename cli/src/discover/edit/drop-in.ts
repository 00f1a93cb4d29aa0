/**
 * Returns a drop-in that makes a service report its runs. The service's own commands stay as they are, so that updates of its
 * package take effect. Neither line can fail the service, and `+` runs them outside its sandbox.
 */
export function dropIn(program: readonly string[], pingURL: string): string {
  const words = (action: string) => [...program, 'unit', action, '--ping', pingURL].map(quotedWord).join(' ');
  return [
    '# Written by "overdue discover --apply". "overdue discover --undo" removes it.',
    '[Service]',
    `ExecStartPre=-+${words('start')}`,
    `ExecStopPost=-+${words('end')}`,
    '',
  ].join('\n');
}

/** systemd expands % and $ everywhere, and reads quotes and backslashes. */
function quotedWord(word: string): string {
  const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[^\s'"\\;]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
