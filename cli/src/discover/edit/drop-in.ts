/**
 * Returns a drop-in that makes a service report its runs. The service's own commands don't change, so updates of its
 * package take effect. A failure of the added commands can't fail the service, and `+` runs these commands outside the
 * service's sandbox.
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
