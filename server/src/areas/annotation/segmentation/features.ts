import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createPictureCache, createSharedWork } from '#areas/files'
import type { Clock } from '#platform/clock'

/** Bytes that are kept: of an image about 8 MiB with the usual model. */
const featureLimit = 2 * 1024 ** 3

interface Needs {
  readonly clock: Clock
  /** It can be deleted at any time. */
  readonly folder: string
  readonly limit?: number | undefined
}

interface Subject {
  readonly checksum: string
  /** The model and its revision. */
  readonly model: string
}

export type FeatureCache = ReturnType<typeof createFeatureCache>

/** Features of pictures by content and model, made once and bounded on the disk. */
export function createFeatureCache({ clock, folder, limit = featureLimit }: Needs) {
  const cache = createPictureCache({ clock, folder, ending: '.features', limit, evictionInterval: 16 })
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
    /** Undefined where `make` makes none. What several ask for at once is made once, as long as one of them waits. */
    async find(
      subject: Subject,
      make: (signal: AbortSignal) => Promise<Uint8Array | undefined>,
      signal?: AbortSignal,
    ): Promise<Uint8Array | undefined> {
      const key = keyOf(subject)
      const stored = await existing(key)
      if (stored !== undefined) return stored
      return work.share(key, signal, {
        async begin(dropped) {
          const features = await make(dropped)
          // A cache that the disk has no room for costs time alone.
          if (features !== undefined) await retain(key, features).catch(() => undefined)
          return features
        },
      })
    },
    /** Of no use any more, as a file that is damaged. */
    async forget(subject: Subject): Promise<void> {
      const cached = await cache.find(keyOf(subject))
      if (cached !== undefined) await rm(cached.file, { force: true })
    },
  }
}
