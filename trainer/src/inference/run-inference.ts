import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImageResult } from '@vermilion/contract/detection/matching'
import type { Prediction } from '@vermilion/contract/detection/prediction'
import { decodeImage } from '../data/decode-image.ts'
import { validationThresholds } from '../detector/decode.ts'
import { createDetector, readModelMetadata } from '../detector/run-detector.ts'
import { writeAtomically } from '../files.ts'
import { reportOf, type Report } from '../report.ts'
import { createRunner } from '../runtime.ts'
import type { Surroundings } from '../surroundings.ts'
import { readFolderImages, readImageList, type InferenceImage } from './images.ts'
import type { InferenceOptions } from './options.ts'
import { openPredictions, type ImagePredictions } from './predictions-file.ts'

/** Milliseconds an image, from decoded bytes to predictions. */
export interface Latency {
  p50: number
  p95: number
}

/**
 * `report.json` of an inference; the metrics speak of the images with truth, and are absent when there are none. They
 * are taken over all confidences, as after a training, whatever confidence was asked for.
 */
export interface InferenceReport {
  total: number
  latency: Latency | null
  measured: Report | null
}

/**
 * Runs a model over images, one after another, and writes `predictions.jsonl` (a line an image), `progress.json` and
 * at the end `report.json`. Killed at any moment, the same call goes on with the first image that has no line.
 * Answers whether it came to its end.
 */
export async function runInference(options: InferenceOptions, { log, signal }: Surroundings): Promise<boolean> {
  const { model: modelFile, data, images: list, output, threads } = options
  const model = readFileSync(modelFile)
  const metadata = readModelMetadata(model)
  const images = data === undefined ? readImageList(list!) : await readFolderImages(data)
  const thresholds = {
    confidence: options.confidence ?? metadata.thresholds.confidence,
    overlap: options.overlap ?? metadata.thresholds.overlap,
  }
  const least = Math.min(thresholds.confidence, validationThresholds.confidence)
  mkdirSync(output, { recursive: true })
  const file = openPredictions(join(output, 'predictions.jsonl'))
  const found = new Map(file.done.map((entry) => [entry.path, entry]))
  log(`${images.length} images, ${found.size} of them done before, labels: ${metadata.labels.join(', ')}`)
  const progress = () =>
    writeAtomically(
      join(output, 'progress.json'),
      JSON.stringify({ done: found.size, total: images.length, unit: 'images' }),
    )
  progress()

  const runner = await createRunner(model, threads)
  const detector = createDetector(runner, metadata)
  const every = Math.max(1, Math.ceil(images.length / 20))
  for (const image of images) {
    if (found.has(image.path)) continue
    if (signal.aborted) {
      log('stopped; what is done stays')
      return false
    }
    const pixels = await decodeImage(image.file)
    const started = performance.now()
    const seen = await detector.detect(pixels, image.truth === null ? thresholds : { ...thresholds, confidence: least })
    const milliseconds = Number((performance.now() - started).toFixed(3))
    const isShown = ({ score }: Prediction) => score >= thresholds.confidence
    const predictions = seen.filter(isShown).map((p) => ({ label: metadata.labels[p.labelIndex]!, ...p }))
    const { width, height } = pixels
    const faint = image.truth === null ? {} : { faint: seen.filter((p) => !isShown(p)) }
    const entry = { path: image.path, width, height, predictions, ...faint, milliseconds }
    file.append(entry)
    found.set(image.path, entry)
    progress()
    if (found.size % every === 0) log(`${found.size} of ${images.length} images`)
  }
  await runner.release()
  const report = inferenceReport(images, found, metadata.labels)
  writeAtomically(join(output, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  log(describe(report))
  return true
}

function inferenceReport(
  images: readonly InferenceImage[],
  found: ReadonlyMap<string, ImagePredictions>,
  labels: readonly string[],
): InferenceReport {
  const times = images.map(({ path }) => found.get(path)!.milliseconds).toSorted((a, b) => a - b)
  const results = images.flatMap(({ path, truth }): ImageResult[] => {
    if (truth === null) return []
    // Objects of labels that the model does not know cannot be found: they say nothing about it.
    const known = truth.map(({ label, box }) => ({ labelIndex: labels.indexOf(label), box }))
    const { predictions, faint = [] } = found.get(path)!
    return [{ truth: known.filter((t) => t.labelIndex >= 0), predictions: [...predictions, ...faint] }]
  })
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))]!
  return {
    total: images.length,
    latency: times.length === 0 ? null : { p50: at(0.5), p95: at(0.95) },
    measured: results.length === 0 ? null : reportOf(results, labels).report,
  }
}

function describe({ total, latency, measured }: InferenceReport): string {
  const speed = latency === null ? '' : `, ${latency.p50.toFixed(1)} ms an image (p95 ${latency.p95.toFixed(1)})`
  const { mAP50 = null, mAP50to95 = null } = measured?.metrics ?? {}
  const quality = mAP50 === null ? '' : `, mAP50 ${mAP50.toFixed(3)}, mAP50-95 ${mAP50to95?.toFixed(3)}`
  return `${total} images done${speed}${quality}`
}
