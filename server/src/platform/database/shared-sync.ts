import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

export interface SharedSync {
  /** Waits until what was written to the file before survives a power cut. */
  synced(): Promise<void>
  /** Waits for what is under way. Nothing may be asked for any more. */
  close(): Promise<void>
}

/**
 * Syncs a file that something else writes, away from the event loop. Who asks while a sync is under way waits for the
 * next one, together with all others that do: it may have begun before their bytes were there.
 */
export function createSharedSync(file: string): SharedSync {
  let handle: FileHandle | undefined
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function sync(): Promise<void> {
    await running.catch(() => undefined)
    running = next ?? Promise.resolve()
    next = undefined
    handle ??= await open(file, 'r+')
    await handle.datasync()
  }

  return {
    synced: () => (next ??= sync()),
    async close() {
      await (next ?? running).catch(() => undefined)
      await handle?.close()
    },
  }
}
