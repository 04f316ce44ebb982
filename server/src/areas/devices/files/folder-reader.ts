import { maxDeviceEntries } from '@vermilion/contract/devices/files'
import { isUsableName } from './paths.ts'
import type { NamedAttributes, Sftp } from './sftp/sftp.ts'

/** Concurrent readdir requests, each for about a hundred names. */
const atOnce = 8

/** Unsorted entries of a folder, up to a limit: it may be endless. */
export async function readFolder(
  sftp: Sftp,
  path: Uint8Array,
  { most = maxDeviceEntries, signal }: { most?: number; signal?: AbortSignal } = {},
) {
  const handle = await sftp.opendir(path)
  const entries: NamedAttributes[] = []
  let refused = 0
  /** Counts `.`, `..` and empty replies too: a device may send them endlessly. */
  let reported = 0
  const ask = () => {
    const names = sftp.readdir(handle)
    names.catch(() => undefined)
    return names
  }
  // Start with one request: most folders fit into one reply.
  const underWay = [ask()]
  try {
    for (;;) {
      signal?.throwIfAborted()
      const names = await underWay.shift()
      if (names === null || names === undefined) return { entries, refused, isCut: false }
      reported += Math.max(1, names.length)
      for (const entry of names) {
        if (isUsableName(entry.name)) entries.push(entry)
        else if (!isSelfOrParent(entry.name)) refused += 1
      }
      if (reported > most) return { entries: entries.slice(0, most), refused, isCut: true }
      while (underWay.length < (entries.length < 200 ? 1 : atOnce)) underWay.push(ask())
    }
  } finally {
    await Promise.allSettled(underWay)
    sftp.close(handle).catch(() => undefined)
  }
}

const isSelfOrParent = (name: Buffer) => name.equals(Buffer.from('.')) || name.equals(Buffer.from('..'))
