import { fail } from '@vermilion/contract/kernel/errors'
import { pictureProblemOf, pictureProblemTexts } from '@vermilion/contract/pictures/problems'
import type { Sharp } from 'sharp'
import { headerOfFile, openFile } from './open-picture.ts'

export interface Pixels {
  rgb: Uint8Array
  width: number
  height: number
}

/** RGB bytes of the upright image (EXIF orientation applied). */
export async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const bytes = picture.autoOrient().toColourspace('srgb').removeAlpha().raw({ depth: 'uchar' })
  const { data, info } = await bytes.toBuffer({ resolveWithObject: true })
  return { rgb: data, width: info.width, height: info.height }
}

/** RGB bytes of an upright image file. Throws `dataset.import-invalid`. */
export async function decodeImage(file: string): Promise<Pixels> {
  try {
    return await pixelsOf(await openFile(file))
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** Size of the upright image, from its header alone. Throws `dataset.import-invalid`. */
export async function imageSize(file: string): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await headerOfFile(file)
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown) {
  const reason = `${file}: not a readable image: ${pictureProblemTexts[pictureProblemOf(error)].en}`
  return fail('dataset.import-invalid', { file, reason })
}
