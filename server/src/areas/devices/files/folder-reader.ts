import { mostDeviceEntries } from '@vermilion/contract/devices/files'
import { isUsableName } from './paths.ts'
import type { NamedAttributes, Sftp } from './sftp/sftp.ts'

export interface FolderContents {
  readonly entries: NamedAttributes[]
  /** Names that cannot be names. */
  readonly refused: number
  readonly isCut: boolean
}

/** Requests for names under way at once: each answers about a hundred. */
const atOnce = 8

/** What lies directly in a folder, in no order; of one without an end, the first so many. */
export async function readFolder(
  sftp: Sftp,
  path: Uint8Array,
  { most = mostDeviceEntries, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<FolderContents> {
  const handle = await sftp.opendir(path)
  const entries: NamedAttributes[] = []
  let refused = 0
  /** With itself, its parent and answers without a name: a device may give those without end. */
  let reported = 0
  const ask = () => {
    const names = sftp.readdir(handle)
    names.catch(() => undefined)
    return names
  }
  // One at first: most folders are reported in one answer.
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
