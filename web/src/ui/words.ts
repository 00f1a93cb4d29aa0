/** Words of the components. Everything that people read stands in this folder, one file for each area. */
export const words = {
  close: 'Close',
  undo: 'Undo',
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
  noMatch: 'Nothing matches',
  add: (what: string) => `Add “${what}”`,
  never: 'Never',
  optional: 'optional',
  remove: (what: string) => `Remove ${what}`,
  open: 'Open the list',
  trail: 'Where this page is',
  hiddenPingURL: 'You need the member role to see the ping URL.',

  noZone: 'No time zone has that name',
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
    failed: 'Given up',
    merged: 'Said in another message',
  },
  lateRun: 'late',
  problem: {
    title: 'This could not be loaded',
    offline: 'The service can’t be reached. It is tried again by itself.',
  },
  strip: (shown: number, bad: number) =>
    shown === 0
      ? 'No runs yet'
      : `Last ${shown === 1 ? 'run' : `${shown} runs`}: ${bad === 0 ? 'all well' : `${bad} not well`}`,
} as const;
