import { pluralize } from '../time/words.ts';

const list = new Intl.ListFormat('en');

export const words = {
  title: 'Channels',
  notFound: 'Channel not found',
  add: 'Add channel',
  mayNot: 'Your role doesn’t let you add channels',
  mayNotHint: 'Ask a team admin to make you a member.',
  empty: {
    title: 'No channels yet',
    text: 'A channel is where alerts go: an email address, a chat or a pager. Without a channel, nobody is alerted.',
    action: 'Add your first channel',
  },
  columns: {
    name: 'Name',
    type: 'Type',
    subscriptions: 'Subscribed to',
    usage: 'Used by',
    state: 'State',
    lastSent: 'Last message',
    actions: 'Actions',
  },
  state: {
    works: 'Working',
    untried: 'Not used yet',
    failing: 'Failing',
    off: 'Disabled',
  },
  usage: {
    title: 'Used by',
    nothing: 'no monitor, project, policy, group or member',
    monitors: (count: number) => pluralize(count, 'monitor'),
    monitor: (name: string) => `monitor ${name}`,
    own: (count: number) => `${count} of them as a custom channel`,
    project: (name: string) => `project ${name}`,
    policy: (name: string) => `policy ${name}`,
    group: (name: string) => `group ${name}`,
    person: (name: string) => `${name} on call`,
    deletion: (users: readonly string[]) =>
      users.length === 0
        ? 'No monitor, project, policy, group or member uses the channel.'
        : `The channel is used by ${list.format(users)}.`,
  },
  buttons: {
    title: 'Buttons in messages',
    purpose: 'Anyone who sees the message can acknowledge, snooze and pause with its buttons.',
    copy: 'Copy address',
    steps: {
      slack:
        'In your [Slack app](https://api.slack.com/apps), open “Interactivity & Shortcuts”, turn on interactivity, and enter this Request URL. Then copy the signing secret from “Basic Information” into the settings above.',
      discord:
        'In the [Discord developer portal](https://discord.com/developers/applications), enter the public key of your application into the settings above and save. Then enter this Interactions Endpoint URL under “General Information”. The webhook must belong to the application.',
    } as Readonly<Record<string, string>>,
  },
  /** The title and text of the test alert, in the server's words. A browser test compares them with the message. */
  preview: {
    title: 'The test alert',
    subject: 'Test from Overdue',
    body: (team: string) => `This channel works. Alerts from ${team} will arrive here.`,
    hint: 'Alerts about monitors also name the monitor and the reason, and link to the incident.',
  },
  setup: {
    title: 'How to get these values',
    documentation: (provider: string) => `Documentation of ${provider}`,
  },
  noDevice: {
    you: 'No device shows your alerts yet.',
    turnOn: 'Turn on notifications',
    other: (name: string) =>
      `${name} has no device that shows alerts. Ask ${name} to turn on notifications under Account.`,
  },
  topic: 'Subscribe to the topic in the ntfy app, or here:',
  default: 'default',
  defaultHint: 'Gets the alerts of every monitor, unless the monitor or its project has custom channels.',
  subscriptionHints: {
    down: 'An incident opened.',
    recovered: 'An incident ended.',
    reminder: 'An incident is still open.',
    failing: 'A run failed, but an incident needs more failures in a row.',
    blind_window: 'Overdue itself was not monitoring for some time.',
    report_weekly: 'Runs, success rate and the least reliable monitors, every Monday.',
    report_monthly: 'The same report, on the first of each month.',
  },
  operator: {
    mail: {
      title: 'This service can’t send mail yet.',
      text: 'The operator of this service must configure a mail server with lines like these:',
    },
    addresses: {
      title: 'Only public addresses can be reached.',
      text: 'To send to a server in a private network, the operator of this service must allow the server’s address:',
    },
    label: 'Settings of the service',
    where:
      'Add this to the environment of the service: in /etc/overdue/overdue.env with systemd, in the --env-file with Docker, or in front of npm start in a shell. Then restart the service.',
  },
  choose: {
    title: 'Add a channel',
    short: 'All types',
    search: 'Search types',
    none: 'No channel type matches.',
  },
  categories: {
    chat: 'Chat',
    phone: 'Phone and push',
    on_call: 'On call',
    other: 'Email and your own systems',
  },
  form: {
    new: (type: string) => `New channel: ${type}`,
    name: 'Name',
    nameHint: 'Such as “#ops” or “on-call phone”.',
    settings: 'Destination',
    more: 'More settings',
    secretKept: 'A secret is saved. Keep it, or enter a new one.',
    routing: 'Alerts',
    subscriptions: 'Subscribed to',
    tags: 'Only monitors with any of these tags',
    tagsHint: 'Leave empty for all monitors.',
    minSeverity: 'Minimum severity',
    isDefault: 'Default channel',
    members: 'Channels in the group',
    membersHint: 'Every message to the group goes to all of its channels.',
    noMembers: 'Select at least one channel.',
    key: 'Name',
    value: 'Value',
    addPair: 'Add another',
    yes: 'Yes',
    you: (name: string) => `${name} (you)`,
    notSet: 'Not set',
    create: 'Create channel',
    createAndTest: 'Create and send test alert',
    save: 'Save',
    saved: 'Saved',
    created: 'Channel created',
    example: (text: string) => `For example ${text}`,
  },
  test: {
    send: 'Send test alert',
    sending: 'Sending test alert',
    sent: 'Test alert delivered',
    failed: 'Test alert not delivered',
    status: (status: number) => `Status ${status}`,
    took: (time: string) => `after ${time}`,
    noResponse: 'The response has no text.',
  },
  disabled: {
    warning: (reason: string) => `Disabled: ${reason}`,
    enable: 'Enable',
    enabled: 'Enabled. Waiting messages are sent now.',
  },
  failing: (response: string) => `The last attempt failed: ${response}`,
  tabs: { settings: 'Settings', deliveries: 'Deliveries' },
  delete: {
    action: 'Delete channel',
    title: (name: string) => `Delete ${name}?`,
    text: 'This also deletes the channel’s deliveries and removes the channel from groups, monitors, projects and escalation policies.',
    only: (count: number) =>
      count === 1
        ? '1 monitor alerts only through this channel. Nobody will be alerted for it.'
        : `${count.toLocaleString('en')} monitors alert only through this channel. Nobody will be alerted for them.`,
    done: (name: string) => `${name} deleted`,
  },
  deliveries: {
    label: 'Deliveries',
    empty: 'Nothing sent yet',
    emptyText: 'Alerts and their delivery attempts appear here. Test alerts are not listed.',
    message: 'Message',
    state: 'State',
    written: 'Created',
    attempts: 'Attempts',
    next: 'Next attempt',
    open: (title: string) => `Attempts to send “${title}”`,
    again: 'Send again',
    sentAgain: 'Sending again',
    more: (count: number) => `Showing the newest ${pluralize(count, 'delivery', 'deliveries')}.`,
    attempt: {
      at: 'Time',
      outcome: 'Outcome',
      answer: 'Response',
      latency: 'Latency',
      outcomes: { sent: 'Delivered', failed: 'Failed', refused: 'Refused', gone: 'Gone' },
    },
  },
  viewer: 'Only members can see where alerts go.',
} as const;
