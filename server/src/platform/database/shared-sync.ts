import { open, type FileHandle } from 'node:fs/promises'

/** Calls during a sync share the next one, because the running sync may have begun before what they wait for was written. */
export function shareSync(sync: () => Promise<void>) {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function run(): Promise<void> {
    await running.catch(() => undefined)
    running = next ?? Promise.resolve()
    next = undefined
    await sync()
  }

  return {
    /** Resolves once everything written before the call survives a power cut. */
    synced: () => (next ??= run()),
    /** Resolves once no sync runs. */
    ended: () => (next ?? running).catch(() => undefined),
  }
}

export function createSharedSync(file: string) {
  let handle: FileHandle | undefined
  const { synced, ended } = shareSync(async () => {
    handle ??= await open(file, 'r+')
    await handle.datasync()
  })
  return {
    synced,
    async close(): Promise<void> {
      await ended()
      await handle?.close()
    },
  }
}
