import { ImageFailed } from './engine.ts'

const smallestSide = 16
const largestSide = 8_192

const extensions = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const
type Format = keyof typeof extensions
const isFormat = (format: string | undefined): format is Format => format !== undefined && format in extensions

/** Loaded on first use, since sharp is large. SVG is blocked: it may refer to other files. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoadSvg'] })
  return sharp
}

export async function checkPicture(content: Buffer): Promise<{ extension: string }> {
  const sharp = await loadSharp()
  const { format, width, height } = await readPicture(() =>
    sharp(content, { limitInputPixels: false, failOn: 'error' }).metadata(),
  )
  if (!isFormat(format)) throw new ImageFailed(`the service sent a picture of the format ${format}`)
  const isSane = Math.min(width, height) >= smallestSide && Math.max(width, height) <= largestSide
  if (!isSane) throw new ImageFailed(`the service sent a picture of ${width} × ${height} pixels`)
  // Decodes all pixels: a valid header is not enough.
  await readPicture(() => sharp(content, { limitInputPixels: largestSide ** 2, failOn: 'error' }).stats())
  return { extension: extensions[format] }
}

async function readPicture<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch {
    throw new ImageFailed('what the service sent is not a picture')
  }
}
