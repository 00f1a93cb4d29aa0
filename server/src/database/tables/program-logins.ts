export interface ProgramLoginTables {
  device_authorizations: ProgramLoginsTable;
}

interface ProgramLoginsTable {
  token_hash: string;
  token_prefix: string;
  user_code_hash: string;
  host_name: string;
  remote_address: string;
  scope: string;
  created_at: number;
  expires_at: number;
  interval_seconds: number;
  polled_at: number | null;
  decision: string;
}
