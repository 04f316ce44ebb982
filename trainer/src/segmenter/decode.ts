import type { Letterbox } from '@vermilion/contract/detection/letterbox'

/** The likeliest class of each pixel. */
export interface LikeliestClasses {
  classIndices: Uint16Array
  /** Its probability. */
  scores: Float32Array
}

/** From logits `(classes, pixels)`. */
export function likeliestClasses(logits: Float32Array, classes: number): LikeliestClasses {
  const count = logits.length / classes
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

/** For each pixel of one axis of the image: the pixel of the input that shows it. */
function inputPlaces(source: number, target: number, offset: number): Int32Array {
  return Int32Array.from({ length: source }, (_, index) => {
    return offset + Math.min(target - 1, Math.floor(((index + 0.5) * target) / source))
  })
}

/** The classes of the image's own pixels, row by row; the arrays are used again. */
export function* imageRows({ classIndices, scores }: LikeliestClasses, fit: Letterbox): Generator<LikeliestClasses> {
  const columns = inputPlaces(fit.image.width, fit.width, fit.left)
  const rows = inputPlaces(fit.image.height, fit.height, fit.top)
  const row = { classIndices: new Uint16Array(columns.length), scores: new Float32Array(columns.length) }
  for (const y of rows) {
    for (const [at, x] of columns.entries()) {
      row.classIndices[at] = classIndices[y * fit.size + x]!
      row.scores[at] = scores[y * fit.size + x]!
    }
    yield row
  }
}
