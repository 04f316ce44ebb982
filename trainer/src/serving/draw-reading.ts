import sharp from 'sharp'
import type { Pixels } from '../data/decode-image.ts'
import { overlayDocument } from '../figures/picture.ts'
import { withDrawings } from '../inference/decode-picture.ts'
import type { OpenModel } from '../inference/open-model.ts'
import type { Reading } from '../inference/reader.ts'

const maxSide = 1_280

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
