import { LINK_SETTINGS, SETTING_NAMES } from '../fields/setting-names.ts';
import { splitLinks } from '../ui/linked/linked-text.ts';

type LinkSetting = (typeof LINK_SETTINGS)[number];

interface DescribedLink {
  readonly field: LinkSetting;
  /** Name of the setting. */
  readonly label: string;
  readonly url: string;
  /** Whether the line with the URL also contains the setting's name. */
  readonly isNamed: boolean;
}

/** Returns an address in the description that is probably the value of an empty setting; null if there is none. */
export function describedLink(
  monitor: { readonly description: string } & { readonly [Field in LinkSetting]: string },
): DescribedLink | null {
  const links = monitor.description
    .split('\n')
    .flatMap((line) => splitLinks(line).flatMap(({ url }) => (url === null ? [] : [{ url, line }])));
  for (const field of LINK_SETTINGS) {
    if (monitor[field].trim() !== '') continue;
    const label = SETTING_NAMES[field];
    const named = links.find(({ line }) => line.toLowerCase().includes(label.toLowerCase()));
    const link = named ?? links[0];
    if (link !== undefined) return { field, label, url: link.url, isNamed: named !== undefined };
  }
  return null;
}
