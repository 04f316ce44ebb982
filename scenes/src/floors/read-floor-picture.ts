import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SceneConfig } from '@vermilion/contract/scenes'
import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { createFloorPicture, type FloorPicture } from './floor-picture.ts'

/** Maximum side of a tile in pixels; larger ones are shrunk. */
const maxPixels = 1_024
const maxCached = 32
const remembered = new Map<string, FloorPicture>()

export async function readFloorPicture(
  { floorPictures: folder, seed }: SceneConfig,
  index: number,
): Promise<FloorPicture | null> {
  if (folder === undefined) return null
  const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted()
  if (names.length === 0) throw new Error(`there is no PNG file in ${folder}`)
  const file = join(folder, createRandom(seed, index, 0xf100).pick(names))
  const { mtimeMs, size } = await stat(file)
  const key = `${file} ${mtimeMs} ${size}`
  const picture = remembered.get(key) ?? (await readTile(file))
  remembered.delete(key)
  remembered.set(key, picture)
  for (const oldest of remembered.keys()) if (remembered.size > maxCached) remembered.delete(oldest)
  return picture
}

async function readTile(file: string): Promise<FloorPicture> {
  const { data, info } = await sharp(file)
    .resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return createFloorPicture(data, info.width, info.height)
}
