export const words = {
  title: (name: string) => `Delete ${name}?`,
  text: 'You can undo the deletion for ten seconds, or until you close or reload the page. After that, the history and the ping URL are gone, and open incidents end.',
  action: 'Delete',
} as const;
