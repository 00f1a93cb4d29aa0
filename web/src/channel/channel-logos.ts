import {
  siDiscord,
  siGithub,
  siGooglechat,
  siMatrix,
  siMattermost,
  siNtfy,
  siOpsgenie,
  siPagerduty,
  siPrometheus,
  siRocketdotchat,
  siSignal,
  siTelegram,
  siWhatsapp,
  siZulip,
} from 'simple-icons';

/** Logos by channel type, on a 24 × 24 grid. */
export const LOGOS: Readonly<Record<string, string>> = {
  alertmanager: siPrometheus.path,
  discord: siDiscord.path,
  github: siGithub.path,
  googlechat: siGooglechat.path,
  matrix: siMatrix.path,
  mattermost: siMattermost.path,
  ntfy: siNtfy.path,
  opsgenie: siOpsgenie.path,
  pagerduty: siPagerduty.path,
  rocketchat: siRocketdotchat.path,
  signal: siSignal.path,
  telegram: siTelegram.path,
  twiliowhatsapp: siWhatsapp.path,
  zulip: siZulip.path,
};

/** Our own drawings for types without a logo in `simple-icons`, on a 16 × 16 grid, as in `ui/icon.tsx`. */
export const DRAWINGS: Readonly<Record<string, string>> = {
  apprise: 'M2.5 6.5v3h2.5l6 3v-9l-6 3zM13.5 6.5v3',
  email: 'M2 4h12v8.5H2zM2.5 4.5L8 9l5.5-4.5',
  gotify: 'M8 2a4 4 0 014 4v3l1.5 2.5h-11L4 9V6a4 4 0 014-4zM6.5 13.5a1.6 1.6 0 003 0',
  group: 'M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  msteams:
    'M4 2.5h8a1.5 1.5 0 011.5 1.5v8a1.5 1.5 0 01-1.5 1.5H4A1.5 1.5 0 012.5 12V4A1.5 1.5 0 014 2.5zM5.5 5.5h5M8 5.5V11',
  pagertree: 'M8 14.5V10M8 1.5l3.5 4.5H9.8l3.2 4H3l3.2-4H4.5z',
  pushover: 'M5 1.5h6a1 1 0 011 1v11a1 1 0 01-1 1H5a1 1 0 01-1-1v-11a1 1 0 011-1zM8 4.5v4M8 11.2v.1',
  slack: 'M6.5 2.5l-1.5 11M11 2.5l-1.5 11M3 6h10.5M2.5 10H13',
  // The official logo consists of the name, which is illegible at this size.
  splunkoncall: 'M4 3l8.5 5L4 13',
  twiliosms: 'M2.5 3h11v8H7.5L4.5 13.5V11h-2zM5.5 7h.01M8 7h.01M10.5 7h.01',
  webhook: 'M5.5 4L2 8l3.5 4M10.5 4L14 8l-3.5 4M9 2.5L7 13.5',
  webpush: 'M5 1.5h6a1 1 0 011 1v11a1 1 0 01-1 1H5a1 1 0 01-1-1v-11a1 1 0 011-1zM7 12.5h2',
};
