import { Notice } from '../ui/states.tsx';
import { findOtherReceivers } from './crontab-text.ts';
import { words } from './words.ts';

interface OtherReceiversProps {
  readonly text: string;
  /** A ping URL of this service. */
  readonly pingURL: string;
  /** Whether the text has several lines, so that their numbers are of use. */
  readonly hasLines?: boolean;
}

/** Tells which lines of a crontab report to another service. */
export function OtherReceivers({ text, pingURL, hasLines = false }: OtherReceiversProps) {
  const receivers = findOtherReceivers(text, pingURL);
  if (receivers.length === 0) return null;
  return (
    <Notice kind="warning">
      <ul className="flex flex-col gap-1">
        {receivers.map(({ host, lines }) => (
          <li key={host}>
            {words.elsewhere.reports(lines.length, host)}
            {hasLines ? ` ${words.elsewhere.lines(lines)}` : ''}
          </li>
        ))}
      </ul>
      <p>{words.elsewhere.hint}</p>
    </Notice>
  );
}
