import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { lstat, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isLora, type LoraModel } from '@vermilion/contract/models'
import { renderedFamily } from '@vermilion/contract/models/lora'
import type { ComfyuiLora, comfyuiLoraEndpoints } from '@vermilion/contract/models/comfyui'
import { fail } from '@vermilion/contract/kernel/errors'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Handlers } from '#platform/http/handler'
import type { ModelService } from '../service.ts'
import { addFile } from './lora-copy.ts'

interface Needs {
  readonly get: ModelService['get']
  readonly blobs: Pick<BlobStore, 'open'>
  /** ComfyUI's absolute LoRA folder from the environment; undefined when ComfyUI runs elsewhere. */
  readonly folder: string | undefined
}

const fileName = /^(?!\.)[^/\\:*?"<>|\p{Cc}]{1,100}(?<![. ])$/u

/**
 * They are copies because other programs may change that folder's files. Only files that equal the model's content are replaced
 * or removed.
 */
export function comfyuiLoraRoutes({ get, blobs, folder }: Needs): Handlers<typeof comfyuiLoraEndpoints> {
  const checksumOf = createChecksums()

  async function requireLora(modelId: string): Promise<LoraModel & { file: string }> {
    const model = await get(modelId)
    if (!isLora(model) || model.lora.family === renderedFamily || !fileName.test(model.name))
      throw fail('comfyui-lora.unfit', { name: model.name })
    return { ...model, file: `${model.name}.safetensors` }
  }

  async function stateOf({ file, size, checksum }: LoraModel & { file: string }): Promise<ComfyuiLora['state']> {
    if (folder === undefined) return 'unset'
    const isThere = await stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    if (!isThere) return 'unreachable'
    const path = join(folder, file)
    const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (stats === null) return 'absent'
    return stats.isFile() && stats.size === size && (await checksumOf(path, stats)) === checksum ? 'present' : 'foreign'
  }

  async function inspect(modelId: string) {
    const model = await requireLora(modelId)
    return { model, status: { state: await stateOf(model), folder: folder ?? null, file: model.file } }
  }

  async function requireChangeable(modelId: string) {
    const { model, status } = await inspect(modelId)
    if (folder === undefined) throw fail('comfyui-lora.unset')
    if (status.state === 'unreachable') throw fail('comfyui-lora.unwritable', { folder })
    if (status.state === 'foreign') throw fail('comfyui-lora.foreign', { file: model.file })
    return { model, status, folder }
  }

  const done = (work: Promise<void>) =>
    work.catch((error: NodeJS.ErrnoException) => {
      if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOENT'].includes(error.code ?? '')) throw error
      throw fail('comfyui-lora.unwritable', { folder: folder ?? '' })
    })

  return {
    getComfyuiLora: async ({ params }) => (await inspect(params.modelId)).status,

    // Copying takes longer than a transaction may.
    putComfyuiLora: {
      transaction: 'own',
      async handle({ params }) {
        const { model, status, folder: own } = await requireChangeable(params.modelId)
        if (status.state === 'absent') {
          const adding = addFile(own, model.file, () => blobs.open(model.checksum))
          await done(
            adding.catch((error: NodeJS.ErrnoException) => {
              // Another program created it meanwhile.
              throw error.code === 'EEXIST' ? fail('comfyui-lora.foreign', { file: model.file }) : error
            }),
          )
        }
        return { ...status, state: 'present' }
      },
    },

    removeComfyuiLora: {
      transaction: 'own',
      async handle({ params }) {
        const { model, status, folder: own } = await requireChangeable(params.modelId)
        if (status.state === 'present') await done(rm(join(own, model.file)))
        return { ...status, state: 'absent' }
      },
    },
  }
}

const maxChecksums = 1_000

function createChecksums() {
  const checksums = new Map<string, { state: string; checksum: string }>()
  return async (path: string, { size, mtimeMs, ctimeMs, ino }: Stats): Promise<string> => {
    const state = [size, mtimeMs, ctimeMs, ino].join(' ')
    const existing = checksums.get(path)
    if (existing?.state === state) return existing.checksum
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    const checksum = hash.digest('hex')
    if (checksums.size >= maxChecksums) checksums.clear()
    checksums.set(path, { state, checksum })
    return checksum
  }
}
