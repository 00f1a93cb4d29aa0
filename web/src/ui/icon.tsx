import type { ReactNode } from 'react';

/** 16 × 16 grid, stroke 1.5. Icons always accompany a text. */
const PATHS = {
  'chevron-down': 'M4 6l4 4 4-4',
  'chevron-right': 'M6 4l4 4-4 4',
  'chevron-left': 'M10 4L6 8l4 4',
  check: 'M3.5 8.5l3 3 6-7',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  search: 'M7 12A5 5 0 107 2a5 5 0 000 10zM10.8 10.8L14 14',
  monitors: 'M2 12.5h2v-4H2zM7 12.5h2v-9H7zM12 12.5h2v-6h-2z',
  incidents: 'M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.6v.2',
  timeline: 'M2 4h6M5 8h8M2 12h4M9 12h5',
  channels: 'M8 2a4 4 0 014 4v3l1.5 2.5h-11L4 9V6a4 4 0 014-4zM6.5 13.5a1.6 1.6 0 003 0',
  maintenance:
    'M10 2.5a3.5 3.5 0 00-3.3 4.7L2.5 11.4a1.5 1.5 0 002.1 2.1l4.2-4.2A3.5 3.5 0 0013.5 6l-2 2-2.5-.9L8.1 4.6z',
  projects: 'M2 4.5A1 1 0 013 3.5h3l1.5 2H13a1 1 0 011 1V12a1 1 0 01-1 1H3a1 1 0 01-1-1z',
  team: 'M6 8a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM1.5 13.5a4.5 4.5 0 019 0M11 8.2a2.2 2.2 0 10-1-4.2M12 9.6a4 4 0 012.5 3.9',
  account: 'M8 8a3 3 0 100-6 3 3 0 000 6zM2.5 14a5.5 5.5 0 0111 0',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'M5 3l8 5-8 5z',
  mute: 'M3 6v4h2.5L9 13V3L5.5 6zM11.5 6l3 4M14.5 6l-3 4',
  edit: 'M3 13l.8-3.2L10.6 3l2.4 2.4-6.8 6.8z',
  trash: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  external: 'M9 3h4v4M13 3L7.5 8.5M11 9.5V13H3V5h3.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  tag: 'M2.5 8V2.5H8l5.5 5.5L8 13.5zM5.5 5.5h.01',
  clock: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 4.5V8l2.5 1.5',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5v3M10.5 2.5v3',
  key: 'M6 10.5a3 3 0 110-5 3 3 0 010 5zM8.5 8H14M12 8v2.5',
  shield: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  filter: 'M2.5 3.5h11L9.5 8.5v4l-3 1v-5z',
  sort: 'M5 3v10M2.5 10.5L5 13l2.5-2.5M11 13V3M8.5 5.5L11 3l2.5 2.5',
  wall: 'M2 3h12v8H2zM6 14h4M8 11v3',
  share:
    'M11.5 5.5a2 2 0 100-4 2 2 0 000 4zM4.5 10a2 2 0 100-4 2 2 0 000 4zM11.5 14.5a2 2 0 100-4 2 2 0 000 4zM6.2 7l3.6-2.4M6.2 9l3.6 2.4',
  bookmark: 'M4 2.5h8v11l-4-3-4 3z',
  menu: 'M2 4h12M2 8h12M2 12h12',
  undo: 'M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 010 7H6',
  link: 'M6.5 9.5l3-3M7.5 4.5l1-1a3 3 0 014 4l-1 1M8.5 11.5l-1 1a3 3 0 01-4-4l1-1',
  sun: 'M8 10.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  moon: 'M13.5 9.7A6 6 0 116.3 2.5a4.8 4.8 0 007.2 7.2z',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6',
  book: 'M3 3h4a1.5 1.5 0 011 .5 1.5 1.5 0 011-.5h4v9.5H9.2a1.3 1.3 0 00-1.2.7 1.3 1.3 0 00-1.2-.7H3zM8 3.5v9.5',
  signout: 'M6.5 13.5H3v-11h3.5M10 5l3 3-3 3M13 8H6',
  list: 'M5.5 4H14M5.5 8H14M5.5 12H14M2 4h.01M2 8h.01M2 12h.01',
  bolt: 'M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z',
  refresh: 'M13 8a5 5 0 11-1.5-3.5M13 2v3h-3',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  swap: 'M3 5.5h9M9.5 3L12 5.5 9.5 8M13 10.5H4M6.5 8L4 10.5 6.5 13',
  phone: 'M5 1.5h6a1 1 0 011 1v11a1 1 0 01-1 1H5a1 1 0 01-1-1v-11a1 1 0 011-1zM7 12.5h2',
  info: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 7.5v3.5M8 5.2v.1',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 100-4 2 2 0 000 4z',
  'eye-off':
    'M6.2 3.7A6 6 0 018 3.5C12 3.5 14.5 8 14.5 8a11 11 0 01-1.7 2.2M11 11.7A6 6 0 018 12.5C4 12.5 1.5 8 1.5 8A11 11 0 014.4 4.9M6.6 6.6a2 2 0 002.8 2.8M2.5 2.5l11 11',
  mail: 'M2 4h12v8.5H2zM2.5 4.5L8 9l5.5-4.5',
  device: 'M3 3h10v7.5H3zM1.5 13h13',
  globe:
    'M8 14A6 6 0 108 2a6 6 0 000 12zM2 8h12M8 2c2 1.8 2.8 3.8 2.8 6S10 12.2 8 14c-2-1.8-2.8-3.8-2.8-6S6 3.8 8 2z',
} as const satisfies Readonly<Record<string, string>>;

export type IconName = keyof typeof PATHS;

export function Icon({
  name,
  className = 'size-4',
}: {
  readonly name: IconName;
  readonly className?: string;
}): ReactNode {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
