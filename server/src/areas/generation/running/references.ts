import { buffer } from 'node:stream/consumers'
import { fileFilter } from '@vermilion/contract/files'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Files } from '#areas/files'

type Reader = Pick<Files, 'content' | 'batches' | 'examined'>

export interface References {
  /** The pictures that one image is made after. */
  of(plan: ImagePlan): Promise<{ depthMap: Uint8Array | null; styleImage: Uint8Array | null }>
}

const readFile = async (files: Reader, fileId: string): Promise<Uint8Array> =>
  buffer(await (await files.content(fileId, true)).open())

/** Fails as `generation.style-unreadable` for what is no picture, or a broken one. */
async function readStyle(files: Reader, fileId: string): Promise<Uint8Array> {
  const { broken, width } = await files.examined(fileId)
  if (broken || width === null) throw fail('generation.style-unreadable')
  return readFile(files, fileId)
}

/**
 * Fails as `file.not-found` or `generation.style-unreadable` for a style image that cannot be had, and as
 * `generation.no-depth-maps` for a space without images.
 */
export async function openReferences(files: Reader, config: GenerationConfig): Promise<References> {
  const depthMaps = await listDepthMaps(files, config.depthReference)
  const style = config.styleImage === null ? null : await readStyle(files, config.styleImage.fileId)
  return {
    async of({ seed }) {
      const fileId = depthMaps[seed % depthMaps.length]
      return { depthMap: fileId === undefined ? null : await readFile(files, fileId), styleImage: style }
    },
  }
}

async function listDepthMaps(files: Reader, reference: GenerationConfig['depthReference']): Promise<string[]> {
  if (reference === null) return []
  const filter = { ...fileFilter.parse({}), folder: reference.folder, recursive: true, kind: 'image' as const }
  const fileIds: string[] = []
  for await (const batch of files.batches(reference.spaceId, filter)) {
    fileIds.push(...batch.filter(({ broken }) => !broken).map(({ id }) => id))
  }
  if (fileIds.length === 0) throw fail('generation.no-depth-maps')
  return fileIds
}
