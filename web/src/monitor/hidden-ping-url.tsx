import { words } from '../ui/words.ts';

/** Replaces the ping URL for viewers, who must not see it: anyone with the URL can report runs. */
export function HiddenPingURL() {
  return <p className="text-soft">{words.hiddenPingURL}</p>;
}
