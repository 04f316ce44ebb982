import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { box } from '@vermilion/contract/labels/box'
import { z } from 'zod'

const prediction = z.object({ labelIndex: z.number(), score: z.number(), box })

const imagePredictions = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  predictions: z.array(prediction.extend({ label: z.string() })),
  /** For images with truth: what is below the confidence asked for, which average precision needs nevertheless. */
  faint: z.array(prediction).optional(),
  milliseconds: z.number(),
})
/** One line of `predictions.jsonl`: what was found in one image, boxes in its pixels. */
export type ImagePredictions = z.output<typeof imagePredictions>

/**
 * Opens `predictions.jsonl` for going on: what a killed run left is read, and a last line that it did not finish is cut
 * off. Lines are then appended one image at a time.
 */
export function openPredictions(path: string) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  const done = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => imagePredictions.parse(JSON.parse(line)))
  return {
    done,
    append: (entry: ImagePredictions) => appendFileSync(path, `${JSON.stringify(entry)}\n`, { flush: true }),
  }
}
