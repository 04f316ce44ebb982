import { fail } from '@vermilion/contract/kernel/errors'
import sharp from 'sharp'

export interface Pixels {
  rgb: Uint8Array
  width: number
  height: number
}

// One image is decoded at a time; more threads would only take the cores from the trainer's own work.
sharp.concurrency(1)
sharp.cache(false)

/** The upright image (EXIF orientation applied) as rows of RGB bytes. Throws `dataset.import-invalid`. */
export async function decodeImage(file: string): Promise<Pixels> {
  try {
    const image = sharp(file).autoOrient().toColourspace('srgb').removeAlpha().raw({ depth: 'uchar' })
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    return { rgb: data, width: info.width, height: info.height }
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** Width and height of the upright image, from its header alone. Throws `dataset.import-invalid`. */
export async function imageSize(file: string): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await sharp(file).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown) {
  const reason = `${file}: not a readable image: ${error instanceof Error ? error.message : String(error)}`
  return fail('dataset.import-invalid', { file, reason })
}
