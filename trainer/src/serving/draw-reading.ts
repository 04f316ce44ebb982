import sharp from 'sharp'
import type { Pixels } from '../data/decode-image.ts'
import { overlayDocument } from '../figures/picture.ts'
import { withDrawings } from '../inference/decode-picture.ts'
import type { OpenModel } from '../inference/open-model.ts'
import type { Reading } from '../inference/reader.ts'

/** Pixels of the longer side of what is drawn. */
const maxSide = 1_280

/** The picture with what was said of it, as a PNG; one that is larger is drawn smaller. */
export async function drawReading(model: OpenModel, { rgb, width, height }: Pixels, reading: Reading): Promise<Buffer> {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const [drawnWidth, drawnHeight] = [width, height].map((edge) => Math.max(1, Math.round(edge * scale)))
  const marks = model.marks({ width, height, truth: [], reading }, { scale })
  const input = Buffer.from(overlayDocument(drawnWidth!, drawnHeight!, marks))
  return withDrawings(() =>
    sharp(rgb, { raw: { width, height, channels: 3 } })
      .resize(drawnWidth, drawnHeight, { fit: 'fill' })
      .composite([{ input }])
      .png({ compressionLevel: 3 })
      .toBuffer(),
  )
}
