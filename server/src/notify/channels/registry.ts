import { type RegisteredChannel, register } from '../registration.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { googleChat } from './googlechat.ts';
import { group } from './group.ts';
import { matrix } from './matrix.ts';
import { mattermost } from './mattermost.ts';
import { msteams } from './msteams.ts';
import { rocketchat } from './rocketchat.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';
import { zulip } from './zulip.ts';

/** Every kind of channel. A new one is its file and its line here: `register(type())`, in the order of the alphabet. */
export const CHANNEL_TYPES: readonly RegisteredChannel[] = [
  register(discord()),
  register(email()),
  register(googleChat()),
  register(group()),
  register(matrix()),
  register(mattermost()),
  register(msteams()),
  register(rocketchat()),
  register(slack()),
  register(telegram()),
  register(webhook()),
  register(zulip()),
];
