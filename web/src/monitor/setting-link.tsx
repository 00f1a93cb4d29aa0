import { SETTING_NAMES } from './setting-names.ts';

interface SettingLinkProps {
  readonly field: keyof typeof SETTING_NAMES;
  /** Empty if there is no link. */
  readonly url: string;
}

/** Shows a URL from a setting. Only web addresses become links. */
export function SettingLink({ field, url }: SettingLinkProps) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <p>
      <span className="text-soft">{SETTING_NAMES[field]}</span>{' '}
      <a href={url} target="_blank" rel="noopener noreferrer" className="underline wrap-anywhere">
        {url}
      </a>
    </p>
  );
}
