import sharp from 'sharp'
import { randomAt } from '../random.ts'
import { createRunner } from '../runtime.ts'
import { purpose } from './flow-batch.ts'
import type { MaterialsShape } from './layout.ts'
import { velocityModel } from './models.ts'
import { signalLength, unconditional, writeSignal, type Condition } from './signal.ts'

const eulerSteps = 30
/** Smaller steps at first, where colors are decided. */
const timeOf = (step: number) => (step / eulerSteps) ** 1.5
/** Classifier-free guidance scale. */
const guidance = 1.5

interface SamplerNeeds {
  shape: MaterialsShape
  flat: Float32Array
  size: number
  condition?: Condition
  threads: number
}

/** Samples seamless tiles, each from its own noise: seed and number determine the bytes. */
export async function createSampler({ shape, flat, size, condition = unconditional, threads }: SamplerNeeds) {
  const runner = await createRunner(velocityModel(shape, { batch: 1, extent: size }, flat), threads)
  const pictures = [1, 3, size, size]
  const isGuided = condition.floor !== null || condition.light !== null
  const velocityAt = async (x: Float32Array, time: number, of: Condition) => {
    const signal = new Float32Array(signalLength)
    writeSignal(signal, 0, time, of)
    const inputs = { x: { values: x, shape: pictures }, signal: { values: signal, shape: [1, signalLength] } }
    return (await runner.run(inputs))['velocity']!
  }
  return {
    async sample(seed: number, number: number): Promise<Uint8Array> {
      const random = randomAt(seed, purpose.sample, number)
      const x = Float32Array.from({ length: 3 * size * size }, () => random.normal())
      for (let step = 0; step < eulerSteps; step++) {
        const time = timeOf(step)
        const length = timeOf(step + 1) - time
        const velocity = await velocityAt(x, time, condition)
        const plain = isGuided ? await velocityAt(x, time, unconditional) : velocity
        for (let i = 0; i < x.length; i++) {
          x[i] = x[i]! + (plain[i]! + guidance * (velocity[i]! - plain[i]!)) * length
        }
      }
      return bytesOf(x, size * size)
    },
    release: () => runner.release(),
  }
}

function bytesOf(planes: Float32Array, plane: number): Uint8Array {
  const rgb = new Uint8ClampedArray(3 * plane)
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane; i++) rgb[i * 3 + channel] = (planes[channel * plane + i]! + 1) * 127.5
  }
  return new Uint8Array(rgb.buffer)
}

export function encodeTile(rgb: Uint8Array, size: number): Promise<Buffer> {
  return sharp(rgb, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer()
}
