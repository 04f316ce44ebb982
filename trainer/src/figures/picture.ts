import sharp from 'sharp'
import { openFile } from '../data/open-picture.ts'
import { svgDocument } from './chart.ts'

const tile = 320
const columns = 4
export const maxTiles = 12

interface PictureTile {
  file: string
  width: number
  height: number
  /** SVG elements over the image, at a scale. */
  marks(scale: number): string[]
}

export const overlayDocument = (width: number, height: number, marks: readonly string[]): string =>
  svgDocument(width, height, marks).replace(/<rect width="100%"[^>]*>/, '')

export async function predictionPicture(images: readonly PictureTile[]): Promise<Buffer> {
  const visible = images.slice(0, maxTiles)
  const scales = visible.map(({ width, height }) => tile / Math.max(width, height))
  const heights = visible.map(({ height }, i) => Math.round(height * scales[i]!))
  // A row is as high as its highest image.
  const rows = Array.from({ length: Math.ceil(visible.length / columns) }, (_, row) =>
    Math.max(...heights.slice(row * columns, (row + 1) * columns)),
  )
  const topOf = (row: number) => rows.slice(0, row).reduce((sum, height) => sum + height, 0)
  const tiles = await Promise.all(
    visible.map(async ({ file, marks }, i) => {
      const row = Math.floor(i / columns)
      const clear = overlayDocument(tile, rows[row]!, marks(scales[i]!))
      const input = await (
        await openFile(file)
      )
        .autoOrient()
        .resize(tile, rows[row], { fit: 'contain', position: 'left top', background: '#222' })
        .composite([{ input: Buffer.from(clear) }])
        .png()
        .toBuffer()
      return { input, left: (i % columns) * tile, top: topOf(row) }
    }),
  )
  const canvas = sharp({
    create: { width: columns * tile, height: topOf(rows.length), channels: 3, background: '#222' },
  })
  return canvas.composite(tiles).jpeg({ quality: 85 }).toBuffer()
}
