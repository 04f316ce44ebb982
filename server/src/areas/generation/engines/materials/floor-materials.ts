import { access, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import { fail } from '@vermilion/contract/kernel/errors'
import type { LoraModel } from '@vermilion/contract/models'
import { maxMaterialBytes, renderedFamily } from '@vermilion/contract/models/lora'
import type { Models } from '#areas/models'
import type { BlobStore } from '#platform/blobs/blob-store'
import { newId } from '#platform/ids'
import { orAborted } from '#platform/time-out'
import { lastTile, sampleTiles, tilesVersion } from './sample-tiles.ts'

const maxCached = 200
/** Milliseconds that a used folder is protected: a scene may be reading it. */
const protectionMs = 3_600_000

interface Needs {
  readonly models: Pick<Models, 'lora'>
  readonly blobs: Pick<BlobStore, 'placeFile'>
  readonly folder: string
}

export interface FloorMaterial {
  readonly folder: string
  readonly model: string
}

export type FloorMaterials = ReturnType<typeof createFloorMaterials>

/** Tiles are cached per material and strength, and reproducible when lost. */
export function createFloorMaterials({ models, blobs, folder: root }: Needs) {
  const pending = new Map<string, Promise<string>>()
  const stopping = new AbortController()

  async function require(name: string): Promise<LoraModel> {
    const model = await models.lora(name)
    if (model === undefined) throw fail('generation.lora-missing', { name })
    if (model.lora.family !== renderedFamily || model.size > maxMaterialBytes)
      throw fail('generation.lora-unfit', { name })
    return model
  }

  async function paint(model: LoraModel, strength: number, folder: string): Promise<string> {
    if (await isWhole(folder)) {
      await utimes(folder, new Date(), new Date())
      return folder
    }
    await mkdir(root, { recursive: true })
    await discard(folder)
    await forgetOld(root)
    const draft = await mkdtemp(join(root, draftPrefix))
    try {
      const lora = join(draft, 'material.safetensors')
      if (!(await blobs.placeFile(model.checksum, lora))) throw fail('generation.lora-missing', { name: model.name })
      const output = join(draft, 'tiles')
      await mkdir(output)
      await sampleTiles({ lora, strength, output }, stopping.signal)
      await rename(output, folder)
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
    return folder
  }

  /** Aborting one waiter does not cancel painting for the others. */
  async function painted(model: LoraModel, strength: number, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    const folder = join(root, `${model.checksum}-${strength}-${tilesVersion}`)
    const painting = pending.get(folder) ?? paint(model, strength, folder).finally(() => pending.delete(folder))
    pending.set(folder, painting)
    return orAborted(painting, signal)
  }

  return {
    async check({ loras }: GenerationConfig): Promise<void> {
      for (const { enabled, name } of loras) if (enabled) await require(name)
    },

    /** The material of an image's floor; null for the renderer's own floors, as with strength 0. */
    async of({ loras: [lora] }: Pick<ImagePlan, 'loras'>, signal: AbortSignal): Promise<FloorMaterial | null> {
      if (lora === undefined || lora.strength === 0) return null
      const model = await require(lora.name)
      const folder = await painted(model, lora.strength, signal)
      return { folder, model: `${model.name} ${model.checksum}` }
    },

    close: () => stopping.abort(),
  }
}

const draftPrefix = 'draft-'

/** Tiles are published together, so the last one implies all. */
const isWhole = (folder: string) =>
  access(join(folder, lastTile)).then(
    () => true,
    () => false,
  )

/** Renames the folder before deleting, so that a crash leaves a draft and never half a material. */
async function discard(folder: string): Promise<void> {
  const draft = join(dirname(folder), `${draftPrefix}${newId()}`)
  const isMoved = await rename(folder, draft).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return false
    },
  )
  if (isMoved) await rm(draft, { recursive: true, force: true })
}

/** Makes room for one more; takes away, too, what a painting left that was killed. */
async function forgetOld(root: string): Promise<void> {
  const names = await readdir(root)
  const used = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(root, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const oldest = used.toSorted((one, other) => one.time - other.time)
  const surplus = Math.max(0, names.length - maxCached + 1)
  for (const [index, { name, time }] of oldest.entries()) {
    const isForgotten = index < surplus || name.startsWith(draftPrefix)
    if (isForgotten && time < Date.now() - protectionMs) await discard(join(root, name))
  }
}
