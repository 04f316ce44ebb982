import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PredictionLine } from '@vermilion/contract/predictions'
import { decodeImage } from '../data/decode-image.ts'
import { writeAtomically } from '../files.ts'
import type { Surroundings } from '../surroundings.ts'
import { readFolderImages, readImageList, type InferenceImage } from './images.ts'
import { openModel, type OpenModel } from './open-model.ts'
import type { InferenceOptions } from './options.ts'
import { openPredictions } from './predictions-file.ts'
import type { MeasuredReport } from './reader.ts'

export interface Latency {
  p50: number
  p95: number
}

/** Metrics cover labeled images, and are absent without any. They use all confidences, regardless of the threshold. */
export interface InferenceReport {
  total: number
  latency: Latency | null
  measured: MeasuredReport | null
}

/** After a kill, the same call resumes with the first image without a line. Returns whether it finished. */
export async function runInference(options: InferenceOptions, { log, signal }: Surroundings): Promise<boolean> {
  const { model: modelFile, data, images: list, output, threads, confidence, overlap } = options
  const model = await openModel(readFileSync(modelFile), threads)
  const { labels, task } = model.metadata
  const images = data === undefined ? readImageList(list!) : await readFolderImages(data, task)
  mkdirSync(output, { recursive: true })
  const file = openPredictions(join(output, 'predictions.jsonl'))
  const linesByPath = new Map(file.done.map((entry) => [entry.path, entry]))
  log(`${images.length} images, ${linesByPath.size} of them done before, labels: ${labels.join(', ')}`)
  const progress = () =>
    writeAtomically(
      join(output, 'progress.json'),
      JSON.stringify({ done: linesByPath.size, total: images.length, unit: 'images' }),
    )
  progress()

  const every = Math.max(1, Math.ceil(images.length / 20))
  for (const image of images) {
    if (linesByPath.has(image.path)) continue
    if (signal.aborted) {
      log('stopped; what is done stays')
      return false
    }
    const pixels = await decodeImage(image.file)
    const started = performance.now()
    const reading = await model.read(pixels, { confidence, overlap, isMeasured: image.truth !== null })
    const milliseconds = Number((performance.now() - started).toFixed(3))
    const { width, height } = pixels
    const entry = { path: image.path, width, height, ...reading, milliseconds }
    file.append(entry)
    linesByPath.set(image.path, entry)
    progress()
    if (linesByPath.size % every === 0) log(`${linesByPath.size} of ${images.length} images`)
  }
  await model.release()
  const report = inferenceReport(images, linesByPath, model)
  writeAtomically(join(output, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  log(describe(report))
  return true
}

function inferenceReport(
  images: readonly InferenceImage[],
  linesByPath: ReadonlyMap<string, PredictionLine>,
  model: OpenModel,
): InferenceReport {
  const times = images.map(({ path }) => linesByPath.get(path)!.milliseconds).toSorted((a, b) => a - b)
  const measurement = model.measurement()
  const labeled = images.flatMap(({ path, truth }) => (truth === null ? [] : [{ path, truth }]))
  for (const { path, truth } of labeled) {
    const line = linesByPath.get(path)!
    measurement.add({ width: line.width, height: line.height, truth, reading: line })
  }
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(part * times.length))]!
  return {
    total: images.length,
    latency: times.length === 0 ? null : { p50: at(0.5), p95: at(0.95) },
    measured: labeled.length === 0 ? null : measurement.result().report,
  }
}

function describe({ total, latency, measured }: InferenceReport): string {
  const speed = latency === null ? '' : `, ${latency.p50.toFixed(1)} ms an image (p95 ${latency.p95.toFixed(1)})`
  const figures = Object.entries(measured?.metrics ?? {})
  const quality = figures.flatMap(([name, value]) => (value === null ? [] : [`, ${name} ${value.toFixed(3)}`]))
  return `${total} images done${speed}${quality.join('')}`
}
