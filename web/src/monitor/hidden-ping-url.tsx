import { words } from '../ui/words.ts';

/** Shown to viewers instead of the ping URL, because anyone with the URL can report runs. */
export function HiddenPingURL() {
  return <p className="text-soft">{words.hiddenPingURL}</p>;
}
