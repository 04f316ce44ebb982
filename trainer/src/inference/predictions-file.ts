import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { predictionLine, type PredictionLine } from '@vermilion/contract/predictions'

/** Resumes a run: reads the previous run's lines and truncates an unfinished last one, then appends one image at a time. */
export function openPredictions(path: string) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1)
  if (completeLines.length < text.length) truncateSync(path, Buffer.byteLength(completeLines))
  const done = completeLines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => predictionLine.parse(JSON.parse(line)))
  return {
    done,
    append: (entry: PredictionLine) => appendFileSync(path, `${JSON.stringify(entry)}\n`, { flush: true }),
  }
}
