import { pluralize } from '../time/words.ts';

/** Texts of shared components. Each page folder has its own `words.ts`. */
export const words = {
  close: 'Close',
  undo: 'Undo',
  choose: 'Choose',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  save: 'Save',
  delete: 'Delete',
  loading: 'Loading',
  tryAgain: 'Try again',
  more: 'More',
  search: 'Search',
  none: 'None',
  noMatch: 'No matches',
  add: (what: string) => `Add “${what}”`,
  never: 'Never',
  loss: {
    title: 'Leave without a copy?',
    text: 'This is shown only once, and you haven’t copied it.',
    action: 'Leave',
  },
  optional: 'optional',
  typeToConfirm: (name: string) => `Type “${name}” to confirm`,
  remove: (what: string) => `Remove ${what}`,
  open: 'Open list',
  trail: 'Breadcrumb',
  refusal: {
    missing: 'Fill in this field.',
    email: 'Enter an email address, such as ann@example.com.',
    url: 'Enter a URL, such as https://example.com.',
  },
  hiddenPingURL: 'You need the member role to see the ping URL.',

  noZone: 'No time zone matches',
  status: {
    up: 'Up',
    late: 'Late',
    failing: 'Failing',
    down: 'Down',
    paused: 'Paused',
    new: 'New',
  },
  runState: {
    running: 'Running',
    succeeded: 'Succeeded',
    failed: 'Failed',
    timed_out: 'Timed out',
    missed: 'Missed',
    unknown: 'Unknown',
  },
  deliveryState: {
    waiting: 'Waiting',
    sent: 'Sent',
    failed: 'Failed',
    merged: 'Combined with another message',
  },
  lateRun: 'late',
  offline: {
    reason: 'No connection. This works again once the connection is back.',
    short: 'No connection',
  },
  problem: {
    title: 'Couldn’t load this',
    offline: 'The service can’t be reached. Retrying…',
    unreachable: 'The service can’t be reached. Try again.',
    more: (count: number) => `And ${pluralize(count, 'more field')}.`,
  },
  strip: (shown: number, bad: number) =>
    shown === 0
      ? 'No runs yet'
      : `Last ${shown === 1 ? 'run' : `${shown} runs`}: ${bad === 0 ? 'no failures' : `${bad} failed or missed`}`,
} as const;
