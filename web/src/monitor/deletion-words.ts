export const words = {
  title: (name: string) => `Delete ${name}?`,
  text: 'You can undo the deletion for ten seconds, until the page is closed or reloaded. After that, the history and the ping URL are gone, and open incidents end.',
  action: 'Delete',
} as const;
