import { LINK_SETTINGS, SETTING_NAMES } from '../fields/setting-names.ts';

type LinkSettings = { readonly [Field in (typeof LINK_SETTINGS)[number]]: string };

/** Returns the links among a monitor's settings. Only web addresses become links. */
export function linksOf(settings: LinkSettings): readonly { readonly label: string; readonly url: string }[] {
  return LINK_SETTINGS.map((field) => ({ label: SETTING_NAMES[field], url: settings[field] })).filter(
    ({ url }) => /^https?:\/\//i.test(url),
  );
}

export function SettingLink({ url }: { readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="underline wrap-anywhere">
      {url}
    </a>
  );
}

/** Shows one line for each link among a monitor's settings. */
export function SettingLinks({ settings }: { readonly settings: LinkSettings }) {
  return linksOf(settings).map(({ label, url }) => (
    <p key={label}>
      <span className="text-soft">{label}</span> <SettingLink url={url} />
    </p>
  ));
}
