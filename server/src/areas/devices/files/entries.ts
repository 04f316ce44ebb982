import type { DeviceFile } from '@vermilion/contract/devices/files'
import { deviceFileName } from '@vermilion/contract/devices/file-paths'
import type { Attributes } from './sftp/packets.ts'

const kinds: Readonly<Record<number, DeviceFile['type']>> = { 0o10: 'file', 0o04: 'folder', 0o12: 'link' }

/** A server without modes only has files. */
export const typeOf = ({ mode }: Attributes): DeviceFile['type'] =>
  mode === null ? 'file' : (kinds[mode >> 12] ?? 'other')

/** Maximum of a Date in seconds; a device may send anything. */
const latest = 8_640_000_000_000

export function timeOf({ modifiedAt }: Attributes): string | null {
  return modifiedAt === null || modifiedAt > latest ? null : new Date(modifiedAt * 1_000).toISOString()
}

/** Link targets are resolved separately. */
export function entryOf(path: string, attributes: Attributes, target: DeviceFile['target'] = null): DeviceFile {
  return {
    name: deviceFileName(path),
    path,
    type: typeOf(attributes),
    target,
    size: Math.min(attributes.size ?? 0, Number.MAX_SAFE_INTEGER),
    modifiedAt: timeOf(attributes),
    mode: attributes.mode === null ? null : attributes.mode & 0o7777,
    userId: attributes.userId,
  }
}

export function targetOf(attributes: Attributes | undefined): NonNullable<DeviceFile['target']> {
  if (attributes === undefined) return 'missing'
  const type = typeOf(attributes)
  return type === 'link' ? 'other' : type
}
