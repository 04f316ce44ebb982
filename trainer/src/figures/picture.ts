import type { ImageResult } from '@vermilion/contract/detection/matching'
import type { Truth } from '@vermilion/contract/detection/prediction'
import sharp from 'sharp'
import type { Sample } from '../data/sample.ts'
import { colourAt, escapeText, svgDocument } from './chart.ts'

const tile = 320
const columns = 4

function boxes(
  list: readonly (Truth & { score?: number })[],
  scale: number,
  labels: readonly string[] | null,
): string[] {
  return list.map(({ labelIndex, box, score = 0 }) => {
    const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((v) => (v * scale).toFixed(1))
    const frame = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke-width="2"`
    if (labels === null) return `${frame} stroke="#fff" stroke-dasharray="4 3"/>`
    const text = `${escapeText(labels[labelIndex]!)} ${score.toFixed(2)}`
    const colour = colourAt(labelIndex)
    return `${frame} stroke="${colour}"/><text x="${x}" y="${Math.max(11, Number(y) - 3)}" fill="${colour}">${text}</text>`
  })
}

/** Up to twelve images side by side: truth dashed in white, sure predictions in their label's colour. A JPEG. */
export async function predictionPicture(
  samples: readonly Sample[],
  results: readonly ImageResult[],
  labels: readonly string[],
  confidence: number,
): Promise<Buffer> {
  const shown = samples.slice(0, 12)
  const tiles = await Promise.all(
    shown.map(async ({ file, width, height }, i) => {
      const scale = tile / Math.max(width, height)
      const { truth, predictions } = results[i]!
      const sure = predictions.filter((p) => p.score >= confidence)
      const marks = svgDocument(tile, tile, [...boxes(truth, scale, null), ...boxes(sure, scale, labels)])
      const clear = marks.replace(/<rect width="100%"[^>]*>/, '')
      const input = await sharp(file)
        .autoOrient()
        .resize(tile, tile, { fit: 'contain', position: 'left top', background: '#222' })
        .composite([{ input: Buffer.from(clear) }])
        .png()
        .toBuffer()
      return { input, left: (i % columns) * tile, top: Math.floor(i / columns) * tile }
    }),
  )
  const height = Math.ceil(shown.length / columns) * tile
  const canvas = sharp({ create: { width: columns * tile, height, channels: 3, background: '#222' } })
  return canvas.composite(tiles).jpeg({ quality: 85 }).toBuffer()
}
