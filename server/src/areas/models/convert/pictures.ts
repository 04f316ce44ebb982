import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'

export async function placePictures(
  { files, datasets }: { files: Pick<Files, 'content'>; datasets: Datasets },
  { version, images, most, folder }: { version: string; images: number; most: number; folder: string },
): Promise<string[]> {
  const every = Math.max(1, images / most)
  const paths: string[] = []
  let number = -1
  for await (const { fileId } of datasets.snapshots.imagesOf(version)) {
    number += 1
    if (number < paths.length * every) continue
    const content = await files.content(fileId, true).catch(() => undefined)
    if (content === undefined) continue
    const path = join(folder, `picture-${paths.length}`)
    await writeFile(path, await content.open())
    paths.push(path)
    if (paths.length === most) break
  }
  return paths
}
