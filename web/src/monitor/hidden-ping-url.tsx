import { words } from '../ui/words.ts';

/**
 * Replaces the ping URL for viewers. Anyone who knows the URL can report runs, so the service withholds it from
 * viewers.
 */
export function HiddenPingURL() {
  return <p className="text-soft">{words.hiddenPingURL}</p>;
}
