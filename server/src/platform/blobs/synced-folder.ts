import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first !== undefined) await syncFolder(dirname(first))
}

/** Waits until the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
