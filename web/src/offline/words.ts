export const words = {
  waiting: 'Waiting for the connection',
  cancel: 'Cancel',
  cancelNamed: (action: string) => `Cancel: ${action}`,
  list: 'Actions that wait for the connection',
  lost: 'They are sent in this order. Closing this tab discards them.',
  actions: {
    pause: (name: string) => `Pause ${name}`,
    resume: (name: string) => `Resume ${name}`,
    mute: (name: string) => `Mute ${name}`,
    unmute: (name: string) => `Unmute ${name}`,
    acknowledge: (name: string) => `Acknowledge ${name}`,
    snooze: (name: string) => `Snooze ${name}`,
    unsnooze: (name: string) => `End the snooze of ${name}`,
    note: (name: string) => `Add a note to ${name}`,
  },
  tooMany: 'Too many actions are waiting for the connection. Try again once the connection is back.',
};
