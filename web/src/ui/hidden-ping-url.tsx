import { words } from '../words/ui.ts';

/** Stands where the ping URL would be: whoever has that can report runs, so the service gives viewers none. */
export function HiddenPingURL() {
  return <p className="text-soft">{words.hiddenPingURL}</p>;
}
