export const IS_MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
