export const words = {
  error: 'Likely error: ',
} as const;
