export const words = {
  title: (name: string) => `Pause ${name}?`,
  text: (incidents: number) =>
    incidents === 1
      ? 'This ends the open incident. Resuming doesn’t open it again: the next missed or failed run opens a new one. To stop the alerts and keep the incident, acknowledge it or mute the monitor instead.'
      : `This ends ${incidents} open incidents. Resuming doesn’t open them again: the next missed or failed run of a monitor opens a new one. To stop the alerts and keep the incidents, acknowledge them or mute the monitors instead.`,
  action: (incidents: number) =>
    incidents === 1 ? 'Pause and end the incident' : `Pause and end ${incidents} incidents`,
} as const;
