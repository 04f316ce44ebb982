import sharp from 'sharp'
import { ImageFailed } from '../engine.ts'

/** Pixels of a side. */
const smallestSide = 16
const largestSide = 8_192

const extensions = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const
type Format = keyof typeof extensions
const isFormat = (format: string | undefined): format is Format => format !== undefined && format in extensions

/** Whether a content really is a picture of a size that somebody may have asked for; otherwise throws `ImageFailed`. */
export async function checkImage(content: Buffer): Promise<{ extension: string }> {
  const { format, width, height } = await readPicture(() =>
    sharp(content, { limitInputPixels: false, failOn: 'error' }).metadata(),
  )
  if (!isFormat(format)) throw new ImageFailed(`ComfyUI sent a picture of the format ${format}`)
  const isSane = Math.min(width, height) >= smallestSide && Math.max(width, height) <= largestSide
  if (!isSane) throw new ImageFailed(`ComfyUI sent a picture of ${width} × ${height} pixels`)
  // Reads every pixel: a header alone is no picture.
  await readPicture(() => sharp(content, { limitInputPixels: largestSide ** 2, failOn: 'error' }).stats())
  return { extension: extensions[format] }
}

async function readPicture<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch {
    throw new ImageFailed('what ComfyUI sent is not a picture')
  }
}

/** A picture as ComfyUI reads it, and the extension of it. */
export async function toUpload(content: Uint8Array): Promise<{ content: Uint8Array; extension: string }> {
  try {
    const { format } = await sharp(content).metadata()
    if (isFormat(format)) return { content, extension: extensions[format] }
    return { content: await sharp(content).png().toBuffer(), extension: 'png' }
  } catch {
    throw new ImageFailed('the reference picture cannot be read')
  }
}
