import type { ImageInProgress } from '@vermilion/contract/generations'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import type { ImageProgress } from '../engines/engine.ts'

/** Maximum side of a shown preview, and pixels of a decoded one. */
const shownSide = 320
const maxPixels = 4_096 ** 2

interface Entry {
  readonly number: number
  readonly attempt: number
  steps: ImageProgress['steps']
  preview: Uint8Array | undefined
  address: Promise<string | null> | undefined
}

/** Progress of images in memory; a restart begins anew. */
export function createImagesInProgress(announce: (generationId: string) => void) {
  const entries = new Map<string, Set<Entry>>()

  return {
    begin(generationId: string, { number, attempt }: Pick<ImagePlan, 'number' | 'attempt'>) {
      const entry: Entry = { number, attempt, steps: undefined, preview: undefined, address: undefined }
      return {
        tell({ steps, preview }: ImageProgress): void {
          entry.steps = steps ?? entry.steps
          if (preview !== undefined) {
            entry.preview = preview
            entry.address = undefined
          }
          const ofGeneration = entries.get(generationId) ?? new Set()
          entries.set(generationId, ofGeneration.add(entry))
          announce(generationId)
        },
        end(): void {
          const ofGeneration = entries.get(generationId)
          ofGeneration?.delete(entry)
          if (ofGeneration?.size === 0) entries.delete(generationId)
        },
      }
    },
    list(generationId: string): Promise<ImageInProgress[]> {
      const current = [...(entries.get(generationId) ?? [])].toSorted((one, other) => one.number - other.number)
      return Promise.all(
        current.map(async (entry) => {
          const { number, attempt, steps, preview } = entry
          entry.address ??= preview === undefined ? Promise.resolve(null) : addressOf(preview)
          return { number, attempt, step: steps?.done ?? null, steps: steps?.of ?? null, preview: await entry.address }
        }),
      )
    },
  }
}

export type ImagesInProgress = ReturnType<typeof createImagesInProgress>

/** Re-encodes an untrusted preview. Null when invalid. */
async function addressOf(content: Uint8Array): Promise<string | null> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(content, { limitInputPixels: maxPixels })
    const small = await picture
      .resize({ width: shownSide, height: shownSide, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer()
    return `data:image/webp;base64,${small.toString('base64')}`
  } catch {
    return null
  }
}
