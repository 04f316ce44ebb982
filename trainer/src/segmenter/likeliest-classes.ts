import type { Letterbox, Size } from '@vermilion/contract/detection/letterbox'

/** Most likely class per pixel; the number of labels is the background. */
export interface LikeliestClasses {
  classIndices: Uint16Array
  scores: Float32Array
}

export function likeliestClasses(logits: Float32Array, classes: number): LikeliestClasses {
  const count = logits.length / classes
  if (!Number.isInteger(count)) throw new Error(`${logits.length} numbers are no logits of ${classes} classes`)
  const classIndices = new Uint16Array(count)
  const scores = new Float32Array(count)
  for (let at = 0; at < count; at += 1) {
    let best = 0
    for (let classIndex = 1; classIndex < classes; classIndex += 1) {
      if (logits[classIndex * count + at]! > logits[best * count + at]!) best = classIndex
    }
    let total = 0
    for (let classIndex = 0; classIndex < classes; classIndex += 1) {
      total += Math.exp(logits[classIndex * count + at]! - logits[best * count + at]!)
    }
    classIndices[at] = best
    scores[at] = 1 / total
  }
  return { classIndices, scores }
}

/** Grid with this number of cells in the input's aspect ratio. */
export function gridOf(cells: number, input: Size): Size {
  const width = Math.round(Math.sqrt((cells * input.width) / input.height))
  const height = cells / width
  if (
    !Number.isInteger(height) ||
    Math.abs(height * input.width - width * input.height) > Math.max(input.width, input.height)
  )
    throw new Error(`${cells} pixels are no grid over ${input.width} × ${input.height}`)
  return { width, height }
}

/** Grid index for each pixel along an axis of the image; -1 outside the input. */
function gridPlaces(axis: { source: number; target: number; offset: number }, size: number, side: number): Int32Array {
  const { source, target, offset } = axis
  return Int32Array.from({ length: source }, (_, index) => {
    const position = offset + Math.min(target - 1, Math.floor(((index + 0.5) * target) / source))
    return position < 0 || position >= size ? -1 : Math.floor(((position + 0.5) * side) / size)
  })
}

/** Classes of the image's own pixels, row by row; the arrays are reused. */
export function* imageRows(
  { classIndices, scores }: LikeliestClasses,
  fit: Letterbox,
  background: number,
): Generator<LikeliestClasses> {
  const { image, input } = fit
  const grid = gridOf(classIndices.length, input)
  const columns = gridPlaces({ source: image.width, target: fit.width, offset: fit.left }, input.width, grid.width)
  const rows = gridPlaces({ source: image.height, target: fit.height, offset: fit.top }, input.height, grid.height)
  const row = { classIndices: new Uint16Array(columns.length), scores: new Float32Array(columns.length) }
  for (const y of rows) {
    for (const [at, x] of columns.entries()) {
      const isInside = x >= 0 && y >= 0
      row.classIndices[at] = isInside ? classIndices[y * grid.width + x]! : background
      row.scores[at] = isInside ? scores[y * grid.width + x]! : 0
    }
    yield row
  }
}
