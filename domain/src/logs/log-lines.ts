/** Escape sequences by ECMA-48. Adjacent parts match different characters, which prevents backtracking. */
const STRING = String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?`;
const CONTROL = String.raw`(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?`;
const SHORT = String.raw`\x1b[\x20-\x2f]*[\x30-\x7e]?`;
const CHARACTER = String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f]`;
const SEQUENCE = new RegExp([STRING, CONTROL, SHORT, CHARACTER].join('|'), 'g');

/**
 * Returns the lines of a log without colours and control characters. If the job rewrote a line, for example with a progress bar,
 * returns the last version of the line.
 */
export function logLines(text: string): readonly string[] {
  const lines = text.split('\n').map(plainLine);
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  return lines;
}

function plainLine(line: string): string {
  const start = line.trimEnd().lastIndexOf('\r') + 1;
  return line.slice(start).replace(SEQUENCE, '').trimEnd();
}
