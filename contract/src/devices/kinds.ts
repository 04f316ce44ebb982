/** A board on the desk or in a robot, or a machine in the cloud. */
export const deviceKinds = ['board', 'cloud'] as const
export type DeviceKind = (typeof deviceKinds)[number]
