import type { MonitorRow } from '@overdue/sdk';
import { useEffect, useRef, useState } from 'react';
import { Explanation } from '../../../time/explanation.tsx';

/**
 * Tells screen readers the explanation of each new status. The visible explanation moves to another element when an incident opens
 * or ends, and screen readers don't announce new elements.
 */
export function StatusAnnouncer({ monitor }: { readonly monitor: MonitorRow }) {
  const { status, explanation, schedule } = monitor;
  const [announced, setAnnounced] = useState('');
  const known = useRef(status);
  useEffect(() => {
    if (status === known.current) return;
    known.current = status;
    setAnnounced(explanation);
  }, [status, explanation]);
  return (
    <p role="status" className="sr-only">
      {announced === '' ? null : <Explanation text={announced} timezone={schedule.timezone} />}
    </p>
  );
}
