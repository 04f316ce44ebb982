import { open, type FileHandle } from 'node:fs/promises'

/** Calls during a sync share the next one, because the running sync may have begun before their bytes were written. */
export function createSharedSync(file: string) {
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
    /** Resolves once everything written to the file before the call survives a power cut. */
    synced: () => (next ??= sync()),
    async close(): Promise<void> {
      await (next ?? running).catch(() => undefined)
      await handle?.close()
    },
  }
}
