import type { EvaluatedImage } from '@vermilion/contract/evaluations'
import { labelColour } from '@vermilion/contract/labels/colours'
import { ringsOfMask } from '@vermilion/contract/labels/contours'
import type { ModelPrediction, TruthShape } from '@vermilion/contract/predictions'

/** Shares of the image's longer side. */
const [lineWidth, textSize] = [1 / 250, 1 / 28]
const maxClasses = 3

const escaped = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`).replaceAll(/\p{Cc}/gu, ' ')

const pathOf = (rings: readonly (readonly number[])[], at: { x: number; y: number }) =>
  rings
    .map((ring) => {
      const points = Array.from({ length: ring.length / 2 }, (_, index) => {
        return `${ring[index * 2]! + at.x} ${ring[index * 2 + 1]! + at.y}`
      })
      return `M${points.join('L')}Z`
    })
    .join('')

function outlineOf(shape: ModelPrediction | TruthShape, style: string): string {
  if ('box' in shape) {
    const { x, y, width, height } = shape.box
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${style}/>`
  }
  if ('mask' in shape) return `<path d="${pathOf(ringsOfMask(shape.mask), { x: 0, y: 0 })}" ${style}/>`
  if ('polygon' in shape) return `<path d="${pathOf(shape.polygon.rings, { x: 0, y: 0 })}" ${style}/>`
  return ''
}

export function drawExample(
  { width, height, predictions, truth }: EvaluatedImage,
  picture: { bytes: Uint8Array; mediaType: string },
  confidence: number,
): string {
  const side = Math.max(width, height)
  const line = side * lineWidth
  const size = side * textSize
  const visible = predictions.filter((one) => !('box' in one) || one.score >= confidence)
  const classes = visible.filter(({ kind }) => kind === 'class').slice(0, maxClasses)
  const stroke = (colour: string, dash = '') => `fill="none" stroke="${colour}" stroke-width="${line}" ${dash}`
  const textAt = (text: string, x: number, y: number, colour: string) =>
    `<text x="${x}" y="${Math.max(size, y)}" font-family="sans-serif" font-size="${size}" fill="${colour}" stroke="#000" stroke-width="${line / 2}" paint-order="stroke">${escaped(text)}</text>`
  const captionOf = ({ label, score }: ModelPrediction) => `${label} ${score.toFixed(2)}`
  const parts = [
    ...(truth ?? []).map((shape) => outlineOf(shape, stroke('#fff', `stroke-dasharray="${line * 3}"`))),
    ...visible.map((one) => outlineOf(one, stroke(labelColour(one.labelIndex)))),
    ...visible.flatMap((one) =>
      'box' in one ? textAt(captionOf(one), one.box.x, one.box.y - line * 2, labelColour(one.labelIndex)) : [],
    ),
    ...classes.map((one, at) => textAt(captionOf(one), line * 2, size * (at + 1.2), labelColour(one.labelIndex))),
  ]
  const source = `data:${picture.mediaType};base64,${Buffer.from(picture.bytes).toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" viewBox="0 0 ${width} ${height}"><image href="${source}" width="${width}" height="${height}" preserveAspectRatio="none"/>${parts.join('')}</svg>\n`
}
