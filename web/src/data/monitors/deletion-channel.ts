/** How long other tabs hide the monitors if the tab that scheduled the deletion closes without telling them. */
const FORGET_MS = 20_000;

interface Options {
  readonly onScheduled: (shortIDs: readonly string[]) => void;
  readonly onEnded: (shortIDs: readonly string[]) => void;
  readonly onUndo: (shortID: string) => void;
}

interface DeletionChannel {
  tellScheduled(shortIDs: readonly string[]): void;
  tellEnded(shortIDs: readonly string[]): void;
  askToUndo(shortID: string): void;
}

/** Tells the other tabs of this browser about deletions that can still be undone. */
export function createDeletionChannel({ onScheduled, onEnded, onUndo }: Options): DeletionChannel {
  const channel = new BroadcastChannel('overdue.deletions');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if (data.type === 'scheduled') {
      onScheduled(data.shortIDs);
      setTimeout(() => onEnded(data.shortIDs), FORGET_MS);
    } else if (data.type === 'ended') onEnded(data.shortIDs);
    else for (const shortID of data.shortIDs) onUndo(shortID);
  });
  const tell = (type: Message['type'], shortIDs: readonly string[]): void =>
    channel.postMessage({ type, shortIDs } satisfies Message);
  return {
    tellScheduled: (shortIDs) => tell('scheduled', shortIDs),
    tellEnded: (shortIDs) => tell('ended', shortIDs),
    askToUndo: (shortID) => tell('undo', [shortID]),
  };
}

interface Message {
  readonly type: 'scheduled' | 'ended' | 'undo';
  readonly shortIDs: readonly string[];
}

/** Whether the data is a message. Tabs with another version of the application may send other data. */
function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('shortIDs' in data)) return false;
  const { type, shortIDs } = data;
  return (
    (type === 'scheduled' || type === 'ended' || type === 'undo') &&
    Array.isArray(shortIDs) &&
    shortIDs.every((shortID) => typeof shortID === 'string')
  );
}
