import { randomAt, type Random } from '../random.ts'
import type { FloatTensor } from '../runtime.ts'
import { signalLength, writeSignal, type Condition } from './signal.ts'

/** Purposes of random streams, so that no two share numbers. */
export const purpose = { initial: 3, flow: 4, sample: 5 } as const

type FlowBatch = Readonly<Record<'x' | 'signal' | 'target', FloatTensor>>

interface FlowNeeds {
  batch: number
  extent: number
  seed: number
  /** Writes a picture as three planes from −1 to 1, and returns its condition. */
  draw(random: Random, out: Float32Array, offset: number): Condition
}

/** Pictures mixed with noise; early times, which decide the mean color, are more frequent. Valid until the next but one. */
export function createFlowBatches({ batch, extent, seed, draw }: FlowNeeds): (step: number) => FlowBatch {
  const pictures = [batch, 3, extent, extent]
  const length = 3 * extent * extent
  const create = () => ({
    x: { values: new Float32Array(batch * length), shape: pictures },
    signal: { values: new Float32Array(batch * signalLength), shape: [batch, signalLength] },
    target: { values: new Float32Array(batch * length), shape: pictures },
  })
  let [current, next] = [create(), create()]
  return (step) => {
    ;[current, next] = [next, current]
    const { x, signal, target } = current
    for (let index = 0; index < batch; index++) {
      const random = randomAt(seed, purpose.flow, step, index)
      const offset = index * length
      const condition = draw(random, x.values, offset)
      const time = 1 / (1 + Math.exp(0.8 - 1.4 * random.normal()))
      writeSignal(signal.values, index * signalLength, time, condition)
      for (let i = offset; i < offset + length; i++) {
        const picture = x.values[i]!
        const noise = random.normal()
        x.values[i] = (1 - time) * noise + time * picture
        target.values[i] = picture - noise
      }
    }
    return current
  }
}
