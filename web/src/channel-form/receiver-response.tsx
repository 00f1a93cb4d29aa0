import { words } from './words.ts';

/** Shows the receiver's response to a message, as plain text. */
export function ReceiverResponse({
  answer,
  height,
}: {
  readonly answer: string;
  readonly height: 'max-h-40' | 'max-h-60';
}) {
  return (
    <pre
      className={`${height} overflow-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 font-mono text-table wrap-anywhere`}
    >
      {answer || words.test.noResponse}
    </pre>
  );
}
