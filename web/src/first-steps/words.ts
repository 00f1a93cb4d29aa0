export const words = {
  question: {
    title: 'Who should be alerted?',
    text: 'Until you add a channel, nobody notices when this job fails.',
    by: 'Alert by',
    others: 'All channel types',
    openChannel: 'Open channel',
    edit: 'Edit channel',
    another: 'Another channel',
    notWorking: (name: string) => `${name} isn’t working yet, so nobody is alerted.`,
    again: 'Send again',
  },
  checklist: {
    title: 'First steps',
    done: (count: number, all: number) => `${count} of ${all} done`,
    dismiss: 'Dismiss',
    isDone: 'Done:',
    isOpen: 'To do:',
    steps: {
      monitor: 'Create a monitor',
      ping: 'Receive the first ping',
      channel: 'Choose who is alerted',
      test: 'Receive a test alert',
      colleague: 'Invite a colleague',
    },
  },
} as const;
