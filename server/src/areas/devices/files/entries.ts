import type { DeviceFile } from '@vermilion/contract/devices/files'
import { deviceFileName } from '@vermilion/contract/devices/file-paths'
import type { Attributes } from './sftp/packets.ts'

/** Of the mode, what kind of thing it is. */
const kinds: Readonly<Record<number, DeviceFile['type']>> = { 0o10: 'file', 0o04: 'folder', 0o12: 'link' }

/** What attributes are of. A server that tells no mode tells of files alone. */
export const typeOf = ({ mode }: Attributes): DeviceFile['type'] =>
  mode === null ? 'file' : (kinds[mode >> 12] ?? 'other')

/** The latest time that a date can hold; a device may say anything. */
const latest = 8_640_000_000_000

export function timeOf({ modifiedAt }: Attributes): string | null {
  return modifiedAt === null || modifiedAt > latest ? null : new Date(modifiedAt * 1_000).toISOString()
}

/** A file as the API tells of it; of links, what they lead to is found out apart. */
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

/** What a link leads to, of what `stat` says of it; undefined where that failed. */
export function targetOf(attributes: Attributes | undefined): NonNullable<DeviceFile['target']> {
  if (attributes === undefined) return 'missing'
  const type = typeOf(attributes)
  return type === 'link' ? 'other' : type
}
