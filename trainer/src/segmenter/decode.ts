import type { Letterbox } from '@vermilion/contract/detection/letterbox'

/** The likeliest class of each pixel. */
export interface LikeliestClasses {
  places: Uint16Array
  /** Its probability. */
  scores: Float32Array
}

/** From logits `(classes, pixels)`. */
export function likeliestClasses(logits: Float32Array, classes: number): LikeliestClasses {
  const count = logits.length / classes
  const places = new Uint16Array(count)
  const scores = new Float32Array(count)
  for (let at = 0; at < count; at += 1) {
    let best = 0
    for (let place = 1; place < classes; place += 1) {
      if (logits[place * count + at]! > logits[best * count + at]!) best = place
    }
    let total = 0
    for (let place = 0; place < classes; place += 1) {
      total += Math.exp(logits[place * count + at]! - logits[best * count + at]!)
    }
    places[at] = best
    scores[at] = 1 / total
  }
  return { places, scores }
}

/** For each pixel of one axis of the image: the pixel of the input that shows it. */
function inputPlaces(source: number, target: number, before: number): Int32Array {
  return Int32Array.from({ length: source }, (_, index) => {
    return before + Math.min(target - 1, Math.floor(((index + 0.5) * target) / source))
  })
}

/** The classes of the image's own pixels, row by row; the arrays are used again. */
export function* imageRows({ places, scores }: LikeliestClasses, fit: Letterbox): Generator<LikeliestClasses> {
  const columns = inputPlaces(fit.image.width, fit.width, fit.left)
  const rows = inputPlaces(fit.image.height, fit.height, fit.top)
  const row = { places: new Uint16Array(columns.length), scores: new Float32Array(columns.length) }
  for (const y of rows) {
    for (const [at, x] of columns.entries()) {
      row.places[at] = places[y * fit.size + x]!
      row.scores[at] = scores[y * fit.size + x]!
    }
    yield row
  }
}
