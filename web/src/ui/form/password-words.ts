export const words = {
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  strength: {
    empty: (min: number) => `At least ${min} characters. A phrase of several words is easy to remember.`,
    required: (min: number) => `Choose a password of at least ${min} characters.`,
    levels: {
      short: 'Too short',
      weak: 'Easy to guess',
      fair: 'Fair',
      good: 'Good',
      strong: 'Strong',
    },
    missing: (count: number) => (count === 1 ? '1 more character' : `${count} more characters`),
    advice: {
      common: 'This is a commonly used password.',
      personal: 'It is based on your name, email address or team.',
      pattern: 'It repeats characters, or follows the keyboard or the alphabet.',
      longer: 'A few more words would make it stronger.',
      none: '',
    },
  },
} as const;
