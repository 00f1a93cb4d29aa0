export const words = {
  title: (name: string) => `Pause ${name}?`,
  text: 'This ends the open incident. Resuming doesn’t open it again: the next missed or failed run opens a new one. To stop the alerts and keep the incident, acknowledge it or mute the monitor instead.',
  action: 'Pause and end the incident',
} as const;
