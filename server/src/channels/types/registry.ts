import { type RegisteredChannel, register } from '../settings/registration.ts';
import { alertmanager } from './alertmanager.ts';
import { apprise } from './apprise.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { github } from './github.ts';
import { googleChat } from './googlechat.ts';
import { gotify } from './gotify.ts';
import { group } from './group.ts';
import { matrix } from './matrix.ts';
import { mattermost } from './mattermost.ts';
import { msteams } from './msteams.ts';
import { ntfy } from './ntfy.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { pagertree } from './pagertree.ts';
import { pushover } from './pushover.ts';
import { rocketchat } from './rocketchat.ts';
import { signal } from './signal.ts';
import { slack } from './slack.ts';
import { splunkoncall } from './splunkoncall.ts';
import { telegram } from './telegram.ts';
import { twiliosms } from './twiliosms.ts';
import { twiliowhatsapp } from './twiliowhatsapp.ts';
import { webhook } from './webhook.ts';
import { webPush } from './webpush.ts';
import { zulip } from './zulip.ts';

/** All channel types in alphabetical order. To add a type, add its file and a line `register(type())` here. */
export const CHANNEL_TYPES: readonly RegisteredChannel[] = [
  register(alertmanager()),
  register(apprise()),
  register(discord()),
  register(email()),
  register(github()),
  register(googleChat()),
  register(gotify()),
  register(group()),
  register(matrix()),
  register(mattermost()),
  register(msteams()),
  register(ntfy()),
  register(opsgenie()),
  register(pagerduty()),
  register(pagertree()),
  register(pushover()),
  register(rocketchat()),
  register(signal()),
  register(slack()),
  register(splunkoncall()),
  register(telegram()),
  register(twiliosms()),
  register(twiliowhatsapp()),
  register(webhook()),
  register(webPush()),
  register(zulip()),
];
