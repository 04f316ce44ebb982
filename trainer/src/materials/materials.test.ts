import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeSafetensors } from '@vermilion/contract/safetensors/encode'
import { initialParameters } from '../network/plan.ts'
import { randomAt } from '../random.ts'
import { measureSeams } from '../testing/seams.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readBaseWeights } from './base-weights.ts'
import { createFlowBatches } from './flow-batch.ts'
import { initialFlowVectors, runFlowTraining } from './flow-training.ts'
import { materialsPlan, materialsShape as shape, type MaterialsShape } from './layout.ts'
import { applyLora, loraModules, loraPlan } from './lora.ts'
import { encodeLora, readLora } from './lora-file.ts'
import { baseTrainingModel } from './models.ts'
import { sampleMaterials } from './sample-materials.ts'
import { createSampler } from './sampler.ts'
import { unconditional } from './signal.ts'

const surroundings = { log: () => {}, signal: new AbortController().signal }
const materials = { ss_base_model_version: 'vermilion-materials-1' }

function drawnLora() {
  const random = randomAt(7)
  const plan = loraPlan(shape, 2)
  const flat = initialParameters(plan, random).map((value) => value + 0.05 * random.normal())
  return loraModules(shape, { rank: 2, alpha: 1 }, flat)
}

async function sample(folder: string, ...parameters: string[]): Promise<Buffer[]> {
  await sampleMaterials(['--output', folder, '--count', '2', '--size', '32', ...parameters], surroundings)
  return ['000', '001'].map((number) => readFileSync(join(folder, `material-${number}.png`)))
}

test('R1.06 a LoRA of strength 0 gives the bytes of none, others other bytes, each the same again', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'drawn.safetensors')
  writeFileSync(file, encodeLora(shape, drawnLora(), materials))
  const plain = await sample(folder)
  const [off, half, full, again] = [
    await sample(folder, '--lora', file, '--strength', '0'),
    await sample(folder, '--lora', file, '--strength', '0.5'),
    await sample(folder, '--lora', file),
    await sample(folder, '--lora', file, '--strength', '1'),
  ]
  expect(off).toEqual(plain)
  expect(again).toEqual(full)
  const kinds = [...plain, ...half, ...full].map((tile) => tile.toString('base64'))
  expect(new Set(kinds).size).toBe(6)
  expect(await sample(folder, '--seed', '2')).not.toEqual(plain)
  expect(await sharp(full[0]).metadata()).toMatchObject({ width: 32, height: 32, channels: 3 })
})

test('R1.06 tiles have no seam: neighbours over the edge differ as neighbours elsewhere do', async () => {
  const size = 64
  const sampler = await createSampler({ shape, flat: readBaseWeights(), size, threads: 2 })
  const measured = { atSeam: 0, elsewhere: 0 }
  for (let number = 0; number < 6; number++) {
    const rgb = await sampler.sample(11, number)
    const { atSeam, elsewhere } = measureSeams(rgb, size)
    measured.atSeam += atSeam
    measured.elsewhere += elsewhere
  }
  await sampler.release()
  expect(measured.elsewhere).toBeGreaterThan(1)
  expect(measured.atSeam / measured.elsewhere).toBeLessThanOrEqual(1.2)
})

test('R1.06 the file of a LoRA is read as it was written, and one of another base is refused', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'drawn.safetensors')
  const modules = drawnLora()
  writeFileSync(file, encodeLora(shape, modules, materials))
  const base = readBaseWeights()
  const changed = applyLora(shape, base, readLora(file, shape), 0.7)
  const worst = applyLora(shape, base, modules, 0.7).reduce((max, v, i) => Math.max(max, Math.abs(v - changed[i]!)), 0)
  expect(worst).toBeLessThan(0.002)

  writeFileSync(file, encodeLora(shape, modules, { ss_base_model_version: 'sd_v1' }))
  expect(() => readLora(file, shape)).toThrow('of another base model (sd-1.5)')
  const key = 'lora_unet_conv_in'
  const numbers = (end: string, extents: number[], type: 'F32' | 'BF16' = 'F32') => {
    const length = extents.reduce((product, extent) => product * extent, type === 'F32' ? 4 : 2)
    return { name: `${key}.${end}`, type, shape: extents, bytes: new Uint8Array(length) }
  }
  writeFileSync(
    file,
    encodeSafetensors(
      [numbers('lora_down.weight', [2, 12, 3, 3]), numbers('lora_up.weight', [32, 2, 1, 1], 'BF16')],
      materials,
    ),
  )
  expect(readLora(file, shape)).toMatchObject([{ name: 'conv_in', rank: 2, alpha: 2 }])
  writeFileSync(
    file,
    encodeSafetensors([numbers('lora_down.weight', [2, 4, 3, 3]), numbers('lora_up.weight', [32, 2, 1, 1])], materials),
  )
  expect(() => readLora(file, shape)).toThrow('another shape')
  writeFileSync(file, 'no LoRA')
  expect(() => readLora(file, shape)).toThrow('too short')
})

test('R1.06 flow matching learns what a material looks like', async () => {
  const small: MaterialsShape = { widths: [8, 8, 8], blocks: 1, embedding: 8 }
  const flow = { batch: 4, extent: 16 }
  const vectors = initialFlowVectors(initialParameters(materialsPlan(small), randomAt(1)))
  const losses: number[] = []
  await runFlowTraining({
    model: baseTrainingModel(small, flow),
    vectors,
    batches: createFlowBatches({
      ...flow,
      seed: 1,
      draw(_, out, offset) {
        for (let channel = 0; channel < 3; channel++)
          out.fill(0.4 * channel, offset + channel * 256, offset + (channel + 1) * 256)
        return unconditional
      },
    }),
    done: 0,
    steps: 150,
    learningRate: 0.01,
    keep: 0.9,
    threads: 2,
    afterStep: async ({ loss }) => losses.push(loss) > 0,
  })
  const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length
  expect(mean(losses.slice(-20))).toBeLessThan(mean(losses.slice(0, 5)) / 2)
  const sampler = await createSampler({ shape: small, flat: vectors.average, size: 16, threads: 2 })
  const rgb = await sampler.sample(1, 0)
  await sampler.release()
  const colour = [0, 1, 2].map((channel) => mean(Array.from({ length: 256 }, (_, i) => rgb[i * 3 + channel]!)))
  ;[127, 178, 229].forEach((expected, channel) => expect(Math.abs(colour[channel]! - expected)).toBeLessThan(25))
})
