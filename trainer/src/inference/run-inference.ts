import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PredictionLine } from '@vermilion/contract/predictions'
import { decodeImage, type Pixels } from '../data/decode-image.ts'
import { writeAtomically } from '../files.ts'
import { createGatheringRunner } from '../serving/gathering-runner.ts'
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

/** Pictures of any size that are in memory at the same time. */
const maxDecoded = 16

/** After a kill, the same call resumes with the first image without a line. Returns whether it finished. */
export async function runInference(options: InferenceOptions, { log, signal }: Surroundings): Promise<boolean> {
  const { model: modelFile, data, images: list, output, threads, confidence, overlap, tileOverlap } = options
  const tiles = tileOverlap === 0 ? null : { overlap: tileOverlap, hasFullPicture: options.fullPicture === 1 }
  const model = await openModel(readFileSync(modelFile), threads, { wrap: createGatheringRunner })
  const { labels, task, input } = model.metadata
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
  const read = async ({ truth }: InferenceImage, pixels: Pixels) => {
    const reading = await model.read(pixels, { confidence, overlap, tiles, isMeasured: truth !== null })
    return { width: pixels.width, height: pixels.height, ...reading }
  }
  const remaining = images.filter(({ path }) => !linesByPath.has(path))
  // A model with a fixed batch takes the time of all its images for one.
  const atOnce = Math.min(input.batch ?? 1, maxDecoded)
  for (let from = 0; from < remaining.length; from += atOnce) {
    if (signal.aborted) {
      log('stopped; what is done stays')
      return false
    }
    const batch = remaining.slice(from, from + atOnce)
    const pictures = await Promise.all(batch.map((image) => decodeImage(image.file)))
    const started = performance.now()
    const readings = await Promise.all(batch.map((image, at) => read(image, pictures[at]!)))
    const milliseconds = Number(((performance.now() - started) / batch.length).toFixed(3))
    for (const [at, { path }] of batch.entries()) {
      if (linesByPath.has(path)) continue
      const entry = { path, ...readings[at]!, milliseconds }
      file.append(entry)
      linesByPath.set(path, entry)
      if (linesByPath.size % every === 0) log(`${linesByPath.size} of ${images.length} images`)
    }
    progress()
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
