import type { AssistNetwork } from '@vermilion/contract/assist-models/catalogue'
import sharp from 'sharp'
import type { OpenNetwork } from '../process/protocol.ts'
import { pictureInput } from './pixels.ts'
import { floats, floatsOf, openSession } from './session.ts'

type Network = Extract<AssistNetwork, { kind: 'depth' }>

interface Size {
  readonly width: number
  readonly height: number
}

const normalization = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const
const maxAspectRatio = 3

export async function openDepth(folder: string, network: Network): Promise<OpenNetwork> {
  const session = await openSession(folder, 'depth.onnx', { inputs: ['pixel_values'], outputs: ['predicted_depth'] })

  async function predict(values: Float32Array, { width, height }: Size) {
    const outputs = await session.run({ pixel_values: floats(values, [1, 3, height, width]) })
    const { values: nearness, shape } = floatsOf(outputs, 'predicted_depth')
    const [rows = 0, columns = 0] = shape.slice(-2)
    if (rows * columns !== nearness.length || nearness.length === 0)
      throw new Error(`${nearness.length} values of depth for ${columns} × ${rows} pixels`)
    return { nearness, width: columns, height: rows }
  }

  return {
    async tryOut() {
      const { step } = network
      await predict(new Float32Array(3 * step * step), { width: step, height: step })
      return {}
    },
    async depthMap({ picture }) {
      const input = await pictureInput(picture, { side: (size) => seenSize(size, network), normalization })
      if (input === undefined) return null
      const { nearness, width, height } = await predict(input.values, input.seen)
      return sharp(greyOf(nearness), { raw: { width, height, channels: 1 } })
        .resize(input.size.width, input.size.height, { fit: 'fill', kernel: 'cubic' })
        .toColourspace('b-w')
        .png()
        .toBuffer()
    },
    release: () => session.release(),
  }
}

/** One side gets the training size, whichever needs less scaling; both are multiples of the step. */
function seenSize({ width, height }: Size, { inputSize, step }: Network): Size {
  const scales = [inputSize / width, inputSize / height] as const
  const scale = Math.abs(1 - scales[0]) < Math.abs(1 - scales[1]) ? scales[0] : scales[1]
  const stepped = (pixels: number) =>
    Math.max(step, Math.round(Math.min(maxAspectRatio * inputSize, pixels * scale) / step) * step)
  return { width: stepped(width), height: stepped(height) }
}

function greyOf(nearness: Float32Array): Uint8Array {
  let [least, most] = [Infinity, -Infinity]
  for (const value of nearness) {
    if (!Number.isFinite(value)) throw new Error('the network answered no numbers')
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  const range = most - least || 1
  return Uint8Array.from(nearness, (value) => Math.round(((value - least) / range) * 255))
}
