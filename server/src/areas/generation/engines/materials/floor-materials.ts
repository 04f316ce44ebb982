import { access, link, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import { fail } from '@vermilion/contract/kernel/errors'
import type { LoraModel } from '@vermilion/contract/models'
import { renderedFamily } from '@vermilion/contract/models/lora'
import type { Models } from '#areas/models'
import type { BlobStore } from '#platform/blobs/blob-store'
import { sampleTiles } from './sample-tiles.ts'

/** Materials whose tiles are kept; the least recently used go first. */
const mostKept = 200
/** Strengths are painted to this many places: images that draw theirs from a range share tiles. */
const strengthPlaces = 2

interface Needs {
  readonly models: Pick<Models, 'lora'>
  readonly blobs: Pick<BlobStore, 'open' | 'localFile'>
  readonly folder: string
}

export interface FloorMaterial {
  /** Of its tiles, which continue into themselves. */
  readonly folder: string
  /** Name and content of the LoRA. */
  readonly model: string
}

export type FloorMaterials = ReturnType<typeof createFloorMaterials>

/** Floors that LoRAs paint. Tiles are painted once for each material and strength; what is lost is painted again, alike. */
export function createFloorMaterials({ models, blobs, folder: root }: Needs) {
  const pending = new Map<string, Promise<string>>()

  /** Fails as `generation.lora-missing` or `generation.lora-unfit`. */
  async function require(name: string): Promise<LoraModel> {
    const model = await models.lora(name)
    if (model === undefined) throw fail('generation.lora-missing', { name })
    if (model.lora.family !== renderedFamily) throw fail('generation.lora-unfit', { name })
    return model
  }

  async function paint(model: LoraModel, strength: number, folder: string, signal: AbortSignal): Promise<string> {
    if (await isThere(folder)) {
      await utimes(folder, new Date(), new Date())
      return folder
    }
    await mkdir(root, { recursive: true })
    await forgetOld(root)
    const draft = await mkdtemp(join(root, 'draft-'))
    try {
      const lora = join(draft, 'material.safetensors')
      await placeFile(blobs, model.checksum, lora)
      const output = join(draft, 'tiles')
      await mkdir(output)
      await sampleTiles({ lora, strength, output }, signal)
      await rename(output, folder).catch(async (error: unknown) => {
        // Somebody else was quicker, with the same tiles.
        if (!(await isThere(folder))) throw error
      })
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
    return folder
  }

  return {
    /** Fails as `generation.lora-missing` or `generation.lora-unfit`. */
    async check({ loras }: GenerationConfig): Promise<void> {
      for (const { enabled, name } of loras) if (enabled) await require(name)
    },

    /** What an image's floor is laid with; null for the renderer's own floors, which strength 0 is. */
    async of({ loras: [lora] }: Pick<ImagePlan, 'loras'>, signal: AbortSignal): Promise<FloorMaterial | null> {
      const strength = Number((lora?.strength ?? 0).toFixed(strengthPlaces))
      if (lora === undefined || strength === 0) return null
      const model = await require(lora.name)
      const folder = join(root, `${model.checksum}-${strength}`)
      const painting = pending.get(folder) ?? paint(model, strength, folder, signal)
      pending.set(folder, painting)
      return { folder: await painting.finally(() => pending.delete(folder)), model: `${model.name} ${model.checksum}` }
    },
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function placeFile(blobs: Needs['blobs'], checksum: string, file: string): Promise<void> {
  const stored = await blobs.localFile?.(checksum)
  if (stored === undefined || stored.within !== null) return writeFile(file, await blobs.open(checksum))
  await link(stored.file, file).catch(() => copyFile(stored.file, file))
}

async function forgetOld(root: string): Promise<void> {
  const names = await readdir(root)
  if (names.length < mostKept) return
  const used = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(root, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const oldest = used.toSorted((one, other) => one.time - other.time).slice(0, names.length - mostKept + 1)
  for (const { name } of oldest) await rm(join(root, name), { recursive: true, force: true })
}
