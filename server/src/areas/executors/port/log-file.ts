import { open, stat } from 'node:fs/promises'
import type { LogPart } from './executor.ts'
import { instanceName } from './run-spec.ts'

/** The default single instance logs to `log`; others have their name in the file. */
export function logFileName(runName: string, instance: string): string {
  if (instance === instanceName(runName, { role: 'worker', index: 0 })) return 'log'
  const own = instance.startsWith(`${runName}-`) ? instance.slice(runName.length + 1) : ''
  if (!/^[a-z][a-z0-9]*-\d+$/.test(own)) throw new Error(`not an instance of ${runName}: ${instance}`)
  return `log-${own}`
}

/** 0 for a missing file. */
export const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0

export async function readLogFile(path: string, part: { offset: number; limit: number }): Promise<LogPart | null> {
  // Those who ask for the size only ask often.
  if (part.limit === 0 && part.offset === 0) {
    const stats = await stat(path).catch(() => null)
    return stats && { bytes: Buffer.alloc(0), offset: 0, size: stats.size }
  }
  const file = await open(path).catch(() => null)
  if (!file) return null
  try {
    const { size } = await file.stat()
    const from = Math.min(size, part.offset < 0 ? Math.max(0, size + part.offset) : part.offset)
    const bytes = Buffer.alloc(Math.min(part.limit, size - from))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
    return { bytes: bytes.subarray(0, bytesRead), offset: from, size }
  } finally {
    await file.close()
  }
}
