import type { TestAttempt } from '@overdue/sdk';
import { ReceiverResponse } from '../../channel-form/receiver-response.tsx';
import { words } from '../../channel-form/words.ts';
import { formatSeconds } from '../../time/format-duration.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';

export function TestResult({
  result,
  onClose,
}: {
  readonly result: TestAttempt | null;
  readonly onClose: () => void;
}) {
  const isSent = result?.outcome === 'sent';
  return (
    <Dialog
      open={result !== null}
      onClose={onClose}
      title={isSent ? words.test.sent : words.test.failed}
      description={
        result === null
          ? undefined
          : [
              result.status === null ? '' : words.test.status(result.status),
              words.test.took(formatSeconds(result.latency)),
            ]
              .filter((part) => part !== '')
              .join(' · ')
      }
    >
      <ReceiverResponse answer={result?.answer ?? ''} height="max-h-60" />
    </Dialog>
  );
}
