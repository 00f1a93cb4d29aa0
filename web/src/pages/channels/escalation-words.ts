export const words = {
  tabs: { channels: 'Channels', escalation: 'Escalation' },
  intro:
    'If nobody acknowledges an incident, its escalation policy alerts further channels. Choose the policy in a project or monitor.',
  add: 'New policy',
  empty: {
    title: 'No escalation policies',
    text: 'For alerts that go unnoticed: alert the on-call phone after 10 minutes and the manager after 30.',
  },
  step: (after: string, channels: string) => `after ${after}: ${channels}`,
  columns: { name: 'Name', steps: 'Steps', actions: 'Actions' },
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `${name} deleted`,
  confirmDeletion: {
    title: (name: string) => `Delete ${name}?`,
    text: 'Monitors and projects with this policy then alert without escalation.',
  },
  form: {
    new: 'New escalation policy',
    change: 'Edit escalation policy',
    name: 'Name',
    steps: 'Steps',
    after: 'After',
    channels: 'Alert',
    addStep: 'Add step',
    removeStep: (number: number) => `Remove step ${number}`,
    noLength: 'Enter a duration, such as 10 min.',
    noChannel: 'Select at least one channel.',
    order: 'Each step must be later than the previous one.',
    save: 'Save',
    saved: 'Saved',
  },
} as const;
