/**
 * Steps on the provider's website for obtaining the values of a channel's form. Text like `[text](https://…)` is a link. Only
 * addresses that are the same for all customers of the provider may be links.
 */
export interface Setup {
  readonly steps: readonly string[];
  /** Permission that the user needs at the provider for these steps. */
  readonly permission?: string;
  /** The provider's documentation. */
  readonly documentation: string;
}

const CONSOLE =
  'Open [console.twilio.com](https://console.twilio.com), and copy the account SID. Under Account, API keys, create a key for Overdue, and copy its SID and secret.';

/** Setups by channel type. Types without steps at a provider have none. */
export const SETUPS: Readonly<Record<string, Setup>> = {
  slack: {
    steps: [
      'Open [api.slack.com/apps](https://api.slack.com/apps), and create an app from scratch in your workspace.',
      'Under “Incoming Webhooks”, turn on the webhooks.',
      'Select “Add New Webhook to Workspace”, and choose the Slack channel for the alerts.',
      'Copy the webhook URL, which begins with https://hooks.slack.com/services/.',
    ],
    permission: 'If your workspace restricts apps, a workspace owner must approve the app.',
    documentation: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
  },
  discord: {
    steps: [
      'In [Discord](https://discord.com/app), open the settings of the channel for the alerts.',
      'Open “Integrations”, “Webhooks”, and select “New Webhook”.',
      'Select “Copy Webhook URL”.',
    ],
    permission: 'You need the permission “Manage Webhooks” in the Discord channel.',
    documentation: 'https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks',
  },
  msteams: {
    steps: [
      'In [Teams](https://teams.microsoft.com), open the menu of the channel, and select “Workflows”.',
      'Choose the template “Send webhook alerts to a channel”, and confirm the team and the channel.',
      'Copy the URL that the workflow shows.',
      'Add a second owner to the workflow. Without an owner, the workflow stops.',
    ],
    permission: 'Your organization must allow the Workflows app.',
    documentation:
      'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
  },
  telegram: {
    steps: [
      'In Telegram, write /newbot to [@BotFather](https://t.me/BotFather), and copy the token of the new bot.',
      'Start a chat with the bot, or add the bot to a group. In a channel, the bot must be an administrator who may post.',
      'Write a message in the chat. Then open https://api.telegram.org/bot<token>/getUpdates with your token, and copy the number at “chat”, “id”. Numbers of groups are negative.',
    ],
    documentation: 'https://core.telegram.org/bots/features#botfather',
  },
  googlechat: {
    steps: [
      'Open [chat.google.com](https://chat.google.com) in a browser, because the mobile app can’t add webhooks.',
      'Select the arrow beside the name of the space, and open “Apps & integrations”.',
      'Select “Add webhooks”, enter a name, and save.',
      'Copy the URL of the webhook, with its key and token.',
    ],
    permission: 'You need a Google Workspace account, and your organization must allow incoming webhooks.',
    documentation: 'https://developers.google.com/workspace/chat/quickstart/webhooks',
  },
  mattermost: {
    steps: [
      'In Mattermost, open the product menu, “Integrations”, “Incoming Webhooks”.',
      'Select “Add Incoming Webhook”, and choose the channel for the alerts.',
      'Save, and copy the URL.',
    ],
    permission: 'A system administrator must allow incoming webhooks.',
    documentation: 'https://developers.mattermost.com/integrate/webhooks/incoming/',
  },
  rocketchat: {
    steps: [
      'In Rocket.Chat, open “Workspace”, “Integrations”, “New”, “Incoming”.',
      'Turn the integration on, and choose the room and the user who posts.',
      'Save, and copy the webhook URL. No script is needed.',
    ],
    permission: 'You must be an administrator of the workspace.',
    documentation: 'https://docs.rocket.chat/docs/rocketchat-marketplace-integrations',
  },
  zulip: {
    steps: [
      'In Zulip, open “Personal settings”, “Bots”, and add a bot of the type “Incoming webhook”.',
      'Copy the email address and the API key of the bot.',
      'If the channel is private, subscribe the bot to the channel.',
    ],
    permission: 'Your organization must allow you to create bots.',
    documentation: 'https://zulip.com/help/add-a-bot-or-integration',
  },
  matrix: {
    steps: [
      'Create a Matrix account for Overdue, and join the room with this account.',
      'In [Element](https://app.element.io), open “All settings”, “Help & About”, “Advanced”, and copy the access token. Don’t sign this session out.',
      'Copy the internal room ID from the settings of the room, under “Advanced”. The ID begins with “!”.',
    ],
    permission: 'The account must be allowed to send messages in the room.',
    documentation: 'https://matrix.org/docs/chat_basics/matrix-for-im/',
  },
  ntfy: {
    steps: [
      'Keep the suggested topic, or enter one that nobody can guess. Anybody who knows the topic can read the alerts.',
      'In the [ntfy app](https://docs.ntfy.sh/subscribe/phone/) on your phone, add a subscription to the same topic.',
      'For a protected topic, create an access token in ntfy, under [“Account”](https://ntfy.sh/account).',
    ],
    documentation: 'https://docs.ntfy.sh/subscribe/phone/',
  },
  pushover: {
    steps: [
      'Sign in at [pushover.net](https://pushover.net). The first page shows your user key.',
      'Open [pushover.net/apps/build](https://pushover.net/apps/build), create an application, and copy its API token.',
    ],
    documentation: 'https://pushover.net/api',
  },
  gotify: {
    steps: [
      'In Gotify, open “Apps”, and create an application.',
      'Copy the token of the application. The token of a client can’t send messages.',
    ],
    documentation: 'https://gotify.net/docs/pushmsg',
  },
  twiliosms: {
    steps: [CONSOLE, 'Buy a number or create a messaging service that can send to the recipient’s country.'],
    documentation: 'https://www.twilio.com/docs/messaging',
  },
  twiliowhatsapp: {
    steps: [
      CONSOLE,
      'Register a WhatsApp sender, or use the sandbox for a trial.',
      'In the Content Template Builder, create a template of the category “Utility” with the variables 1 (title), 2 (text) and 3 (link).',
      'After WhatsApp has approved the template, copy its content SID.',
    ],
    documentation: 'https://www.twilio.com/docs/whatsapp',
  },
  signal: {
    steps: [
      'Run signal-cli-rest-api where Overdue can reach it. The gateway asks for no password, so allow access only from Overdue.',
      'Register a number with the gateway, or link the gateway to a phone.',
      'For a group, open /v1/groups/ followed by the number on the gateway, and copy the ID of the group. The ID begins with “group.”.',
    ],
    documentation: 'https://github.com/bbernhard/signal-cli-rest-api',
  },
  pagerduty: {
    steps: [
      'In PagerDuty, open the service for the alerts, and then “Integrations”.',
      'Select “Add an integration”, and choose “Events API v2”.',
      'Copy the integration key, which has 32 characters.',
    ],
    permission: 'You need permission to edit the service in PagerDuty.',
    documentation: 'https://support.pagerduty.com/docs/services-and-integrations',
  },
  opsgenie: {
    steps: [
      'In [Opsgenie](https://app.opsgenie.com), open the team, “Integrations”, and add the integration “API”. In Jira Service Management, open “Operations”, “Integrations”, “API”.',
      'Allow the integration to create and update alerts.',
      'Copy the API key of the integration. Keys of “API key management” don’t work.',
    ],
    permission: 'You must be an administrator of the team or of the account.',
    documentation: 'https://docs.opsgenie.com/docs/api-integration',
  },
  splunkoncall: {
    steps: [
      'In [Splunk On-Call](https://portal.victorops.com), open “Integrations”, “3rd Party Integrations”, “REST – Generic”, and enable the integration.',
      'Copy the API key from the URL: the part between “alert/” and the last slash.',
      'Under “Settings”, “Routing Keys”, find the routing key of the team.',
    ],
    permission: 'You must be an administrator in Splunk On-Call.',
    documentation:
      'https://docs.splunk.com/observability/en/sp-oncall/spoc-integrations/rest-endpoint-integration-guide.html',
  },
  pagertree: {
    steps: [
      'In [PagerTree](https://app.pagertree.com), create an integration of the type “Webhook”.',
      'Copy the part of its endpoint URL that begins with “int_”.',
    ],
    documentation: 'https://pagertree.com/docs',
  },
  alertmanager: {
    steps: [
      'Enter the address of Alertmanager, without /api/v2.',
      'If a proxy in front of Alertmanager requires a bearer token, enter the token.',
    ],
    documentation: 'https://prometheus.io/docs/alerting/latest/alertmanager/',
  },
  apprise: {
    steps: [
      'Run the Apprise API, and open it in a browser.',
      'Choose a configuration key that nobody can guess. Anybody with the key can send messages.',
      'Save the URLs of your services under this key.',
    ],
    documentation: 'https://github.com/caronc/apprise-api',
  },
  github: {
    steps: [
      'Open [github.com/settings/personal-access-tokens/new](https://github.com/settings/personal-access-tokens/new), and create a fine-grained token for only this repository.',
      'Give the token the permission “Issues: Read and write”, and copy the token.',
    ],
    permission:
      'The owner of the token must be allowed to push to the repository. Otherwise GitHub drops the labels.',
    documentation:
      'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens',
  },
  webhook: {
    steps: [
      'Make your program accept POST requests with JSON at an HTTPS address, and respond with a status from 200 to 299.',
      'To let the program verify the messages, create a secret: whsec_ and 24 to 64 random bytes in base64.',
    ],
    documentation: 'https://www.standardwebhooks.com',
  },
};
