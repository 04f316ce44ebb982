import { pathBytes } from '@vermilion/contract/devices/file-paths'
import type { DeviceConnection } from '../connection/connection.ts'
import { shellCommand } from '../connection/quoting.ts'

/** Escapes each byte for printf's %b, so that any name is passed exactly. */
const octal = (path: string) => [...pathBytes(path)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('')

/** The `_` protects trailing newlines, which command substitution would drop. */
const script = 'p=$(printf "%b_" "$1") && exec sha256sum < "${p%_}"'
const patience = 15 * 60_000

/** Undefined when sha256sum is missing or the file unreadable. */
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
