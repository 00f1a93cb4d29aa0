export const words = {
  expiry: 'Expires',
  expiries: {
    never: 'Never',
    d30: 'In 30 days',
    d90: 'In 90 days',
    d365: 'In a year',
    date: 'Custom date…',
  },
  day: 'Last day',
  expired: 'expired',
  soon: 'expires soon',
} as const;
