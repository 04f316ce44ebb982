/** Single-threaded child process that computes an embedding per picture, and ends with its parent. */
import { type EmbeddingRequest, type EmbeddingResponse, regionPixels } from '@vermilion/contract/image-search/embedding'
import { pictureProblemOf } from '@vermilion/contract/pictures/problems'
import { blockDrawings, openBytes } from './data/open-picture.ts'
import { descriptorOf } from './embedding/descriptor.ts'
import { embedderModel, inputSize } from './embedding/network.ts'
import { createRunner } from './runtime.ts'

blockDrawings()

const opened = createRunner(embedderModel(), 1)

async function squareOf({ picture, region }: EmbeddingRequest): Promise<Uint8Array> {
  const upright = (await openBytes(picture)).picture.autoOrient()
  if (region !== undefined) upright.extract(regionPixels(region, (await upright.metadata()).autoOrient))
  const square = upright.flatten({ background: '#808080' }).resize(inputSize, inputSize, { fit: 'fill' })
  return square.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer()
}

async function embed(rgb: Uint8Array): Promise<Float32Array> {
  const plane = inputSize * inputSize
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane; i++) values[channel * plane + i] = rgb[i * 3 + channel]! / 255
  }
  const runner = await opened
  return descriptorOf(await runner.run({ images: { values, shape: [1, 3, inputSize, inputSize] } }), rgb)
}

async function respond(request: EmbeddingRequest): Promise<EmbeddingResponse> {
  try {
    return { vector: await embed(await squareOf(request)) }
  } catch (error) {
    return { broken: pictureProblemOf(error) }
  }
}

/** After the server was killed, sending fails and the process ends with the channel. */
function send(message: EmbeddingResponse | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}

process.on('disconnect', () => process.exit())
process.on('message', (request: EmbeddingRequest) => void respond(request).then(send))
send('ready')
