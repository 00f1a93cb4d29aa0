import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import { localizeExplanation } from './local-explanation.ts';
import { useAtEachSecond } from './ticker.ts';
import { words } from './words.ts';
import { ownZone } from './zone.ts';

interface ExplanationProps {
  readonly text: string;
  /** The zone in which the service wrote the times. */
  readonly timezone: string;
  /** Class of the sentence's first word, which names the status. */
  readonly statusClass?: string;
  /** Whether to omit the job's clock, as on a wallboard, where all times are in one zone. */
  readonly isReaderOnly?: boolean;
}

/** A sentence of the server with its times converted to the reader's zone. Adds the times on the job's clock if they differ. */
export function Explanation({ text, timezone, statusClass, isReaderOnly = false }: ExplanationProps) {
  const minute = useAtEachSecond((now) => Math.floor(now / MINUTE_MS));
  const { text: local, jobTimes } = localizeExplanation(text, {
    from: timezone,
    to: ownZone(),
    now: minute * MINUTE_MS,
  });
  const [, word = '', rest = local] = /^(\p{L}+)(.*)$/su.exec(local) ?? [];
  return (
    <>
      {statusClass === undefined ? word : <strong className={`font-semibold ${statusClass}`}>{word}</strong>}
      {rest}
      {jobTimes.length === 0 || isReaderOnly ? null : (
        <span className="text-soft"> {words.onJobClock(jobTimes.join(', '), timezone)}</span>
      )}
    </>
  );
}
