import { fileFilter } from '@vermilion/contract/files'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import { fail } from '@vermilion/contract/kernel/errors'
import { ModelFailed, type PixelWork } from '#areas/data-evaluation'
import type { Files } from '#areas/files'
import { ImageFailed } from '../engines/engine.ts'

/** Maximum longer side in pixels; larger images are scaled down. */
const maxSide = 4_096

export interface ReferenceNeeds {
  readonly files: Pick<Files, 'withPictureSource' | 'batches' | 'examined'>
  readonly pixels: Pick<PixelWork, 'png'>
}

export interface References {
  of(plan: ImagePlan): Promise<{ depthMap: Uint8Array | null; styleImage: Uint8Array | null }>
}

const readPng = ({ files, pixels }: ReferenceNeeds, fileId: string): Promise<Uint8Array> =>
  files.withPictureSource(fileId, (picture) => pixels.png(picture, maxSide))

async function readStyle(needs: ReferenceNeeds, fileId: string): Promise<Uint8Array> {
  const { broken, width } = await needs.files.examined(fileId)
  if (broken || width === null) throw fail('generation.style-unreadable')
  return readPng(needs, fileId).catch((error: unknown) => {
    throw error instanceof ModelFailed ? fail('generation.style-unreadable') : error
  })
}

/** Fails as `file.not-found`, `generation.style-unreadable`, or `generation.no-depth-maps` for a space without images. */
export async function openReferences(needs: ReferenceNeeds, config: GenerationConfig): Promise<References> {
  const depthMaps = await listDepthMaps(needs.files, config.depthReference)
  const style = config.styleImage === null ? null : await readStyle(needs, config.styleImage.fileId)
  return {
    async of({ seed }) {
      const fileId = depthMaps[seed % depthMaps.length]
      const depthMap = fileId === undefined ? null : await readPng(needs, fileId).catch(unlessUnreadable)
      return { depthMap, styleImage: style }
    },
  }
}

function unlessUnreadable(error: unknown): never {
  throw error instanceof ModelFailed ? new ImageFailed('the reference picture cannot be read') : error
}

async function listDepthMaps(
  files: ReferenceNeeds['files'],
  reference: GenerationConfig['depthReference'],
): Promise<string[]> {
  if (reference === null) return []
  const filter = { ...fileFilter.parse({}), folder: reference.folder, recursive: true, kind: 'image' as const }
  const fileIds: string[] = []
  for await (const batch of files.batches(reference.spaceId, filter)) {
    fileIds.push(...batch.filter(({ broken }) => !broken).map(({ id }) => id))
  }
  if (fileIds.length === 0) throw fail('generation.no-depth-maps')
  return fileIds
}
