export const words = {
  nobody: 'Nobody is alerted: there is no channel yet.',
  waiting: 'Waiting to be sent',
} as const;
