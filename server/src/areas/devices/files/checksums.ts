import { pathBytes } from '@vermilion/contract/devices/file-paths'
import type { DeviceConnection } from '../connection/connection.ts'
import { shellCommand } from '../connection/quoting.ts'

/** A path as printf's %b takes it: every byte by its number, so that any name reaches the device exactly. */
const octal = (path: string) => [...pathBytes(path)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('')

/** The `_` holds newlines at the end, which a shell would drop. */
const script = 'p=$(printf "%b_" "$1") && exec sha256sum < "${p%_}"'
/** Milliseconds that a device may take for one. */
const patience = 15 * 60_000

/** The SHA-256 of a file as its device finds it; undefined where it has no sha256sum, or cannot read the file. */
export async function checksumOn(
  connection: DeviceConnection,
  path: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const argv = shellCommand(script, octal(path))
  const { code, output } = await connection.run({ argv, timeout: patience, ...(signal !== undefined && { signal }) })
  const checksum = /^\\?([0-9a-f]{64})\b/.exec(output.toString('latin1'))?.[1]
  return code === 0 ? checksum : undefined
}
