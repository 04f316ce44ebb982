import type { SpaceFile } from '@vermilion/contract/files'
import type { Files } from '#areas/files'
import type { SpaceImage } from './snapshots.ts'

const filesAtOnce = 200

/** The pictures of a space below a folder that can be read, a batch at a time. */
export async function* spaceImages(files: Files, spaceId: string, folder: string): AsyncGenerator<SpaceImage[]> {
  const filter = { folder, recursive: true, kind: 'image' } as const
  for await (const batch of files.each(spaceId, filter, filesAtOnce)) {
    const images: SpaceImage[] = []
    for (const file of batch) {
      const image = readable(await examined(files, file))
      if (image !== undefined) images.push(image)
    }
    if (images.length > 0) yield images
  }
}

/** Whether there is at least one picture, readable or not, below a folder. */
export async function hasImages(files: Files, spaceId: string, folder: string): Promise<boolean> {
  const page = await files.list(spaceId, { folder, recursive: true, kind: 'image' }, { limit: 1, sort: 'name' })
  return page.items.length > 0
}

/** Only pictures of known size are images of a dataset: boxes need one. */
function readable(file: SpaceFile): SpaceImage | undefined {
  const { id: fileId, path, checksum, width, height, broken } = file
  return broken || width === null || height === null || checksum === null
    ? undefined
    : { fileId, path, checksum, width, height }
}

function examined(files: Files, file: SpaceFile): SpaceFile | Promise<SpaceFile> {
  return (file.width !== null && file.checksum !== null) || file.broken ? file : files.examined(file.id)
}
