export interface PushDeviceTables {
  push_devices: PushDevicesTable;
}

interface PushDevicesTable {
  id: string;
  user_id: string;
  session_id: string | null;
  name: string;
  subscription: string;
  address_hash: string;
  created_at: number;
  used_at: number | null;
}
