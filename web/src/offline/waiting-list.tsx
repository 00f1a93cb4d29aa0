import { useWaitingActions } from './offline.ts';
import { words } from './words.ts';

/** Lists the actions that wait for the connection. */
export function WaitingList() {
  const actions = useWaitingActions();
  if (actions.length === 0) return null;
  return (
    <section
      aria-label={words.list}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-panel px-4 py-1.5 text-table max-md:justify-start"
    >
      <span className="font-medium">{words.waiting}</span>
      <ul className="flex max-h-24 min-w-0 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {actions.map(({ id, label, cancel }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <span className="wrap-anywhere">{label}</span>
            <button
              type="button"
              onClick={cancel}
              aria-label={words.cancelNamed(label)}
              className="min-h-6 shrink-0 font-medium link max-md:min-h-10"
            >
              {words.cancel}
            </button>
          </li>
        ))}
      </ul>
      <span className="text-soft max-md:text-xs">{words.lost}</span>
    </section>
  );
}
