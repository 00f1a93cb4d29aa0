import { createContext, useContext } from 'react';
import { Icon } from '../icon.tsx';
import { words } from '../words.ts';

/** Whether the service can't be reached. Actions that need a response are then impossible. */
export const Offline = createContext(false);

export function useOffline(): boolean {
  return useContext(Offline);
}

/** Explains beside a button why it is disabled. Renders nothing while the service can be reached. */
export function OfflineReason() {
  return (
    <span aria-live="polite" className="text-table text-soft empty:hidden">
      {useOffline() ? (
        <span className="inline-flex items-center gap-1.5">
          <Icon name="refresh" className="size-3.5 shrink-0" />
          {words.offline.reason}
        </span>
      ) : null}
    </span>
  );
}
