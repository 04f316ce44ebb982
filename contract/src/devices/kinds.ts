/** `board`: on a desk or robot; `cloud`: a remote machine. */
export const deviceKinds = ['board', 'cloud'] as const
export type DeviceKind = (typeof deviceKinds)[number]
