import { createHash, type Hash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { decodeImage } from '../data/decode-image.ts'
import { imagesBelow } from '../data/images-below.ts'
import type { Random } from '../random.ts'

export interface MaterialPicture {
  path: string
  rgb: Uint8Array
  width: number
  height: number
  /** Repeats per epoch: the leading number of the folder name, as in kohya's trainers. */
  repeats: number
  tags: readonly string[]
}

const cropsAcross = 2
const maxRepeats = 1_000
const maxCaptionLength = 10_000
const maxTagLength = 200
/** Limit of caption words in a LoRA's header. */
const maxNoted = 5_000

/** Pictures below a folder by path, scaled so that crops of `extent` pixels show half of the shorter side. */
export async function readPictures(folder: string, extent: number): Promise<MaterialPicture[]> {
  if (!existsSync(folder)) throw new Error(`No picture in the data: there is no folder ${folder}`)
  const paths = imagesBelow(folder, folder).toSorted()
  if (paths.length === 0) throw new Error(`No picture in the data: ${folder} has no JPEG, PNG or WebP file`)
  const pictures: MaterialPicture[] = []
  for (const path of paths) {
    const file = join(folder, path)
    const picture = await shrink(await decodeImage(file), extent * cropsAcross)
    pictures.push({ path, ...picture, repeats: repeatsOf(path), tags: tagsBeside(file) })
  }
  return pictures
}

async function shrink(picture: Pick<MaterialPicture, 'rgb' | 'width' | 'height'>, side: number) {
  const { rgb, width, height } = picture
  const scale = side / Math.min(width, height)
  const size = { width: Math.max(side, Math.round(width * scale)), height: Math.max(side, Math.round(height * scale)) }
  const image = sharp(rgb, { raw: { width, height, channels: 3 } }).resize({ ...size, fit: 'fill' })
  return { rgb: new Uint8Array(await image.raw().toBuffer()), ...size }
}

function repeatsOf(path: string): number {
  const [, number] = /^(\d{1,6})_/.exec(basename(dirname(path))) ?? []
  return Math.min(maxRepeats, Math.max(1, Number(number ?? 1)))
}

function tagsBeside(file: string): string[] {
  const caption = file.replace(/\.[^./\\]*$/, '.txt')
  if (!existsSync(caption) || !statSync(caption).isFile()) return []
  const text = readFileSync(caption, 'utf8').slice(0, maxCaptionLength)
  return [...new Set(text.split(/[,\n]/).map((word) => word.trim().slice(0, maxTagLength)))].filter(
    (word) => word !== '',
  )
}

/** Word counts by folder, in kohya's format. */
export function tagFrequency(pictures: readonly MaterialPicture[]): Record<string, Record<string, number>> {
  let noted = 0
  const folders = new Map<string, Map<string, number>>()
  for (const { path, tags, repeats } of pictures) {
    const folder = basename(dirname(path))
    const name = folder === '.' ? '1_pictures' : folder
    const counts = folders.get(name) ?? new Map<string, number>()
    folders.set(name, counts)
    for (const tag of tags) {
      const count = counts.get(tag)
      if (count === undefined && (noted += 1) > maxNoted) continue
      counts.set(tag, (count ?? 0) + repeats)
    }
  }
  return Object.fromEntries([...folders].map(([name, counts]) => [name, Object.fromEntries(counts)]))
}

/** Fingerprint of pictures and paths; captions do not affect training. */
export function fingerprintOf(pictures: readonly MaterialPicture[]): string {
  const hash = pictures.reduce<Hash>(
    (sum, { rgb, tags: _tags, ...rest }) => sum.update(JSON.stringify(rest)).update(rgb),
    createHash('sha256'),
  )
  return hash.digest('hex')
}

export function createPicker(pictures: readonly MaterialPicture[]): (random: Random) => MaterialPicture {
  const all = pictures.flatMap((picture) => Array<MaterialPicture>(picture.repeats).fill(picture))
  return (random) => all[Math.floor(random.uniform() * all.length)]!
}

/** Writes a random square crop, possibly mirrored: three planes from −1 to 1. */
export function writeCrop(
  { rgb, width, height }: Pick<MaterialPicture, 'rgb' | 'width' | 'height'>,
  extent: number,
  random: Random,
  out: Float32Array,
  offset: number,
): void {
  const left = Math.floor(random.uniform() * (width - extent + 1))
  const top = Math.floor(random.uniform() * (height - extent + 1))
  const [isMirrored, isUpsideDown] = [random.uniform() < 0.5, random.uniform() < 0.5]
  const plane = extent * extent
  for (let row = 0; row < extent; row++) {
    const from = ((isUpsideDown ? top + extent - 1 - row : top + row) * width + left) * 3
    for (let column = 0; column < extent; column++) {
      const at = from + (isMirrored ? extent - 1 - column : column) * 3
      const to = offset + row * extent + column
      out[to] = rgb[at]! / 127.5 - 1
      out[to + plane] = rgb[at + 1]! / 127.5 - 1
      out[to + 2 * plane] = rgb[at + 2]! / 127.5 - 1
    }
  }
}
