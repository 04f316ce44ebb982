import sharp from 'sharp'
import { svgDocument } from './chart.ts'

const tile = 320
const columns = 4
/** Images in the picture. */
export const mostTiles = 12

interface PictureTile {
  file: string
  width: number
  height: number
  /** SVG elements over the image, drawn at a scale. */
  marks(scale: number): string[]
}

/** Marks that lie over an image: without a ground. */
export const overlayDocument = (width: number, height: number, marks: readonly string[]): string =>
  svgDocument(width, height, marks).replace(/<rect width="100%"[^>]*>/, '')

/** Some images side by side, with what is there and what was found. A JPEG. */
export async function predictionPicture(images: readonly PictureTile[]): Promise<Buffer> {
  const visible = images.slice(0, mostTiles)
  const tiles = await Promise.all(
    visible.map(async ({ file, width, height, marks }, i) => {
      const clear = overlayDocument(tile, tile, marks(tile / Math.max(width, height)))
      const input = await sharp(file)
        .autoOrient()
        .resize(tile, tile, { fit: 'contain', position: 'left top', background: '#222' })
        .composite([{ input: Buffer.from(clear) }])
        .png()
        .toBuffer()
      return { input, left: (i % columns) * tile, top: Math.floor(i / columns) * tile }
    }),
  )
  const height = Math.ceil(visible.length / columns) * tile
  const canvas = sharp({ create: { width: columns * tile, height, channels: 3, background: '#222' } })
  return canvas.composite(tiles).jpeg({ quality: 85 }).toBuffer()
}
