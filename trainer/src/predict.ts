/** Single-threaded child process that predicts on images, and ends with its parent. */
import { readFileSync } from 'node:fs'
import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import { maxSide, maxTiledSide } from '@vermilion/contract/models/image-predictions'
import type {
  ImagePrediction,
  PredictionRequest,
  PredictionResponse,
} from '@vermilion/contract/models/image-predictions'
import { runProblemOf } from '@vermilion/contract/models/run-problems'
import { unreadOf } from '@vermilion/contract/pictures/problems'
import type { Pixels } from './data/decode-image.ts'
import { decodePicture } from './inference/decode-picture.ts'
import { openModel, type OpenModel } from './inference/open-model.ts'

let current: { key: string; model: OpenModel } | undefined

async function modelOf({ checksum, model: source, trial }: PredictionRequest): Promise<OpenModel> {
  const key = checksum + JSON.stringify(trial ?? '')
  if (current?.key === key) return current.model
  await current?.model.release()
  current = undefined
  const model = await openModel(typeof source === 'string' ? readFileSync(source) : source, 1, { trial })
  current = { key, model }
  return model
}

async function predict(
  { metadata, read }: OpenModel,
  pixels: Pixels,
  tiles: TileOptions | null,
): Promise<ImagePrediction> {
  const isMultiple = metadata.task === 'classification' && metadata.output.multiple
  const { width, height } = pixels
  const { untiled: _, ...reading } = await read(pixels, { tiles, isMeasured: true })
  return { task: metadata.task, isMultiple, width, height, ...reading }
}

async function respond(request: PredictionRequest): Promise<PredictionResponse> {
  const { tiles = null } = request
  const pixels = await decodePicture(request.image, { maxSide: tiles === null ? maxSide : maxTiledSide }).catch(
    unreadOf,
  )
  if ('broken' in pixels) return pixels
  try {
    return await predict(await modelOf(request), pixels, tiles)
  } catch (error) {
    return { unusable: runProblemOf(error) }
  }
}

/** After the server was killed, sending fails and the process ends with the channel. */
function send(message: PredictionResponse | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}

process.on('disconnect', () => process.exit())
process.on('message', (request: PredictionRequest) => void respond(request).then(send))
send('ready')
