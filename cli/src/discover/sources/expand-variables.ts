/** Programs that read ping URLs from variables. */
const READS_VARIABLES = /\b(?:runitor|overdue)\b/;

/** Replaces variables with their values from the crontab, so that a ping URL in a variable is found. */
export function expandVariables(command: string, settings: ReadonlyMap<string, string>): string {
  const expanded = command.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, plain?: string) => {
    return settings.get(braced ?? plain ?? '') ?? whole;
  });
  const variables = READS_VARIABLES.test(command)
    ? [...settings].map(([name, value]) => `${name}=${value}`)
    : [];
  return [expanded, ...variables].join('\n');
}
