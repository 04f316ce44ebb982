/** Single-threaded child process for interactive inference that caches models, and ends with its parent. */
import type { ServedImage, ServingRequest, ServingResponse } from '@vermilion/contract/models/served-images'
import { runProblemOf } from '@vermilion/contract/models/run-problems'
import { maxServedPixels } from '@vermilion/contract/models/serving'
import { unreadOf } from '@vermilion/contract/pictures/problems'
import type { Pixels } from './data/decode-image.ts'
import { type DecodedPicture, decodePicture } from './inference/decode-picture.ts'
import type { OpenModel } from './inference/open-model.ts'
import type { Reading } from './inference/reader.ts'
import { drawReading } from './serving/draw-reading.ts'
import { createWarmModels } from './serving/warm-models.ts'

const warmModels = createWarmModels()

const about = () => ({ processId: process.pid, openModels: warmModels.count() })

type Result = ServingResponse['answers'][number]

async function respond(request: ServingRequest): Promise<ServingResponse> {
  const started = performance.now()
  const pictures = await Promise.all(
    request.images.map(({ image }) => decodePicture(image, { maxPixels: maxServedPixels }).catch(unreadOf)),
  )
  try {
    const { model, takesBatches } = await warmModels.open(request)
    // Requests issued without waiting in between form a batch.
    const readings = await Promise.all(
      pictures.map(async (pixels, at) => ('broken' in pixels ? null : read(model, pixels, request.images[at]!))),
    )
    const milliseconds = Math.round((performance.now() - started) * 10) / 10
    const results: Result[] = []
    for (const [at, reading] of readings.entries()) {
      const pixels = pictures[at]!
      if ('broken' in pixels) results.push(pixels)
      else if (reading === null || 'unusable' in reading) results.push(reading ?? { unusable: runProblemOf('') })
      else results.push({ ...(await finish({ model, pixels, reading }, request.images[at]!)), milliseconds })
    }
    return { answers: results, takesBatches: takesBatches(), ...about() }
  } catch (error) {
    const unusable = runProblemOf(error)
    const results = pictures.map((pixels) => ('broken' in pixels ? pixels : { unusable }))
    return { answers: results, takesBatches: false, ...about() }
  }
}

const read = (model: OpenModel, pixels: Pixels, { confidence, overlap, tiles }: ServedImage) =>
  model
    .read(pixels, { confidence, overlap, tiles, isMeasured: false })
    .catch((error: unknown) => ({ unusable: runProblemOf(error) }))

interface ReadPicture {
  model: OpenModel
  pixels: DecodedPicture
  reading: Reading
}

async function finish({ model, pixels, reading }: ReadPicture, { isDrawn }: ServedImage) {
  const { width, height, range } = pixels
  const drawn = isDrawn ? { drawn: await drawReading(model, pixels, reading) } : {}
  return { ...reading, width, height, ...(range && { shownRange: range }), ...drawn }
}

/** After the server was killed, sending fails and the process ends with the channel. */
function send(message: ServingResponse | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}

process.on('disconnect', () => process.exit())
process.on('message', (request: ServingRequest) => void respond(request).then(send))
send('ready')
