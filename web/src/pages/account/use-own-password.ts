import type { Account } from '@overdue/sdk';
import { useState } from 'react';

/** What `OwnPassword` asks for: `given` is what the API is sent, nothing for who has no password. */
export function useOwnPassword({ hasPassword }: Account) {
  const [password, setPassword] = useState('');
  return {
    password,
    setPassword,
    given: hasPassword ? password : undefined,
    isReady: !hasPassword || password !== '',
  };
}
