import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createPictureCache, createSharedWork } from '#areas/files'
import type { Clock } from '#platform/clock'

/** Most bytes kept, about 8 MiB for an image with the usual model. */
const featureLimit = 2 * 1024 ** 3

interface Subject {
  readonly checksum: string
  readonly model: string
}

export type FeatureCache = ReturnType<typeof createFeatureCache>

export function createFeatureCache({ clock, folder }: { clock: Clock; folder: string }) {
  const cache = createPictureCache({ clock, folder, ending: '.features', limit: featureLimit, evictionInterval: 16 })
  const work = createSharedWork<Uint8Array | undefined>()
  const keyOf = ({ checksum, model }: Subject) =>
    `${checksum}-${createHash('sha256').update(model).digest('hex').slice(0, 16)}`

  async function existing(key: string): Promise<Uint8Array | undefined> {
    const cached = await cache.find(key)
    return cached && readFile(cached.file).catch(() => undefined)
  }

  async function retain(key: string, features: Uint8Array): Promise<void> {
    const file = await cache.prepareFile(key)
    const part = `${file}.part`
    await writeFile(part, features)
    await rename(part, file)
    await cache.registerAdded()
  }

  return {
    /** Undefined when `make` returns none. Concurrent calls share the work while one of them waits. */
    async find(
      subject: Subject,
      make: (signal: AbortSignal) => Promise<Uint8Array | undefined>,
      signal?: AbortSignal,
    ): Promise<Uint8Array | undefined> {
      const key = keyOf(subject)
      const stored = await existing(key)
      if (stored !== undefined) return stored
      return work.share(key, signal, async (dropped) => {
        const features = await make(dropped)
        // Without disk space for the cache, only time is lost.
        if (features !== undefined) await retain(key, features).catch(() => undefined)
        return features
      })
    },
    async forget(subject: Subject): Promise<void> {
      const cached = await cache.find(keyOf(subject))
      if (cached !== undefined) await rm(cached.file, { force: true })
    },
  }
}
