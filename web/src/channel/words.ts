export const words = {
  waiting: 'Waiting to be sent',
} as const;
