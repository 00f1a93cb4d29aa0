import type { Monitor } from '@overdue/sdk';
import { SETTING_NAMES } from '../../fields/setting-names.ts';
import { KEYWORDS, SEARCHES, searchesKeywords } from '../../monitor/ping-filter.ts';
import { Setting } from './setting.tsx';
import { words } from './words.ts';

const { settings } = words;

/** Settings that decide which pings count. Omits keywords if the filter doesn't search for them. */
export function PingSettings({ monitor }: { readonly monitor: Monitor }) {
  const { pingFilter, manualResume } = monitor;
  return (
    <>
      <Setting label={SETTING_NAMES['pingFilter.methods']}>{settings.methods[pingFilter.methods]}</Setting>
      <Setting label={settings.whenPaused}>
        {manualResume ? settings.resume.stays : settings.resume.resumes}
      </Setting>
      {searchesKeywords(pingFilter) ? (
        <>
          <Setting label={settings.search}>
            {SEARCHES.filter((name) => pingFilter[name])
              .map((name) => settings.searches[name])
              .join(', ')}
          </Setting>
          {KEYWORDS.filter((name) => pingFilter[name] !== '').map((name) => (
            <Setting key={name} label={SETTING_NAMES[`pingFilter.${name}`]}>
              <span className="break-words">{pingFilter[name]}</span>
            </Setting>
          ))}
          <Setting label={SETTING_NAMES['pingFilter.otherwise']}>
            {settings.otherwise[pingFilter.otherwise]}
          </Setting>
        </>
      ) : null}
    </>
  );
}
