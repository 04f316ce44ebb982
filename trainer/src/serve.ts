/**
 * A program for its parent process, on one thread: runs models on pictures that somebody waits for, keeps those it ran open, and
 * ends with the parent.
 */
import type { ServedImage, ServingRequest, ServingResponse } from '@vermilion/contract/models/served-images'
import { mostServedPixels } from '@vermilion/contract/models/serving'
import sharp from 'sharp'
import type { Pixels } from './data/decode-image.ts'
import { decodePicture } from './inference/decode-picture.ts'
import type { OpenModel } from './inference/open-model.ts'
import type { Reading } from './inference/reader.ts'
import { drawReading } from './serving/draw-reading.ts'
import { createWarmModels } from './serving/warm-models.ts'

sharp.concurrency(1)
sharp.cache(false)

const warmModels = createWarmModels()

const about = () => ({ processId: process.pid, openModels: warmModels.count() })

type Result = ServingResponse['answers'][number]

async function respond(request: ServingRequest): Promise<ServingResponse> {
  const started = performance.now()
  const pictures = await Promise.all(
    request.images.map(({ image }) => decodePicture(image, { mostPixels: mostServedPixels }).catch(wordsOf)),
  )
  try {
    const { model, takesBatches } = await warmModels.open(request)
    // All at once: what is asked for without a wait between is one batch.
    const readings = await Promise.all(
      pictures.map(async (pixels, at) =>
        typeof pixels === 'string' ? null : read(model, pixels, request.images[at]!),
      ),
    )
    const milliseconds = Math.round((performance.now() - started) * 10) / 10
    const results: Result[] = []
    for (const [at, reading] of readings.entries()) {
      const pixels = pictures[at]!
      if (typeof pixels === 'string') results.push({ broken: pixels })
      else if (reading === null || 'unusable' in reading) results.push(reading ?? { unusable: '' })
      else results.push({ ...(await finish({ model, pixels, reading }, request.images[at]!)), milliseconds })
    }
    return { answers: results, takesBatches: takesBatches(), ...about() }
  } catch (error) {
    const unusable = wordsOf(error)
    const results = pictures.map((pixels) => (typeof pixels === 'string' ? { broken: pixels } : { unusable }))
    return { answers: results, takesBatches: false, ...about() }
  }
}

const read = (model: OpenModel, pixels: Pixels, { confidence, overlap }: ServedImage) =>
  model
    .read(pixels, { confidence, overlap, isMeasured: false })
    .catch((error: unknown) => ({ unusable: wordsOf(error) }))

interface ReadPicture {
  model: OpenModel
  pixels: Pixels
  reading: Reading
}

async function finish({ model, pixels, reading }: ReadPicture, { isDrawn }: ServedImage) {
  const { width, height } = pixels
  const drawn = isDrawn ? { drawn: await drawReading(model, pixels, reading) } : {}
  return { ...reading, width, height, ...drawn }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A server that was killed cannot be told anything; the process then ends with the channel. */
function tell(message: ServingResponse | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}

process.on('disconnect', () => process.exit())
process.on('message', (request: ServingRequest) => void respond(request).then(tell))
tell('ready')
