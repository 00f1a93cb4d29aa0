const SUBJECT = 'Subject: ';
const SUBJECT_LENGTH_MAX = 500;
const BREAK = '\n\n';

/** Writes the log of a ping that arrived as an email. {@link readEmailLog} splits the log again for keyword filters. */
export function writeEmailLog(subject: string, text: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return `${SUBJECT}${line.slice(0, SUBJECT_LENGTH_MAX)}${BREAK}${text}`;
}

export interface EmailText {
  readonly subject: Buffer;
  readonly text: Buffer;
}

/** Splits a log that {@link writeEmailLog} wrote into subject and text. The log may have been cut. */
export function readEmailLog(log: Buffer): EmailText {
  const end = log.indexOf(BREAK);
  const head = end === -1 ? log : log.subarray(0, end);
  return { subject: head.subarray(SUBJECT.length), text: log.subarray(head.length) };
}
