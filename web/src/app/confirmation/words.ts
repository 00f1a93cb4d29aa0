/** Words of the dialog that asks people to prove who they are. */
export const words = {
  title: 'Confirm it’s you',
  text: 'This change gives lasting access to your account or team. Your last sign-in was more than 10 minutes ago.',
  password: 'Your password',
  code: 'Code from your authenticator app',
  backupCode: 'Backup code',
  useBackup: 'Use a backup code',
  useApp: 'Use the authenticator app',
  confirm: 'Confirm',
  passkey: 'Use a passkey',
  noPasskey: 'No passkey was used. Try again, or confirm another way.',
  wrongCode: 'Enter a code.',
  provider: (name: string) => `Sign in again with ${name}`,
  providerText: 'You return to this page afterwards. Then repeat the change.',
  mail: 'Email me a sign-in link',
  mailSent: (email: string) =>
    `We sent a sign-in link to ${email}. Open the link in this browser, then choose Continue.`,
  goOn: 'Continue',
  noWay: 'Sign out, sign in again, then repeat the change.',
} as const;
