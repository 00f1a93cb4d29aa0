export const words = {
  text: (baseURL: string) =>
    `Ping URLs and links in alerts begin with ${baseURL}. Other hosts and phones may be unable to open this address. The operator of this service can set the address that everybody uses:`,
  label: 'Service setting',
} as const;
