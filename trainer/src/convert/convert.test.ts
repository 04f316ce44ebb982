import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConversionKind } from '@vermilion/contract/models/conversions'
import { expect, test } from 'vitest'
import { readDataFolder } from '../data/read-folder.ts'
import { runTraining } from '../tasks.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeShapeFolder } from '../testing/shape-images.ts'
import { parseTrainingOptions } from '../training/options.ts'
import { convertModel } from './convert.ts'
import { floatsOf, operatorSetOf, readDocument, shapeOf, tensorOf, writeDocument } from './document.ts'

test('R2.33 a starter detector becomes float16, int8 and open in size, and says nearly the same of pictures', async () => {
  const [data, output] = [temporaryFolder(), temporaryFolder()]
  await writeShapeFolder(data, 'yolo', { count: 12, seed: 3 })
  const parameterList = ['--data', data, '--output', output, '--input-size', '64', '--width', '16', '--epochs', '1']
  await runTraining(parseTrainingOptions(parameterList), { log: () => {}, signal: new AbortController().signal })
  const model = join(output, 'best.onnx')
  const { splits } = await readDataFolder(data)
  const pictures = [...splits.train, ...splits.val].slice(0, 6).map(({ file }) => file)
  const original = readFileSync(model)
  // Reading and writing preserves everything but the order of fields.
  expect(writeDocument(readDocument(original)).length).toBe(original.length)

  const convert = async (kind: ConversionKind) => {
    const result = join(output, `${kind}.onnx`)
    const steps: number[] = []
    const order = { kind, model, pictures, result }
    const difference = await convertModel(order, (done, total) => steps.push(done / total))
    expect([steps.at(-1), steps.toSorted((a, b) => a - b)]).toEqual([1, steps])
    return { ...difference, share: statSync(result).size / original.length }
  }
  const float16 = await convert('float16')
  expect(float16.largestDifference).toBeLessThan(0.01)
  expect(float16.share).toBeLessThan(0.65)
  const int8 = await convert('int8')
  expect(int8.meanDifference).toBeLessThan(0.05)
  expect(int8.share).toBeLessThan(0.65)
  expect((await convert('dynamic')).largestDifference).toBeLessThan(1e-5)

  // Folding reduced a channel to its bias, which in steps of its weights would exceed 32 bits.
  const folded = readDocument(original)
  const { graph } = folded
  const layer = graph.node.find(({ op_type: operator }) => operator === 'Conv')!
  const weights = graph.initializer.find(({ name }) => name === layer.input[1])!
  const [values, channels] = [Float32Array.from(floatsOf(weights)!), shapeOf(weights)[0]!]
  values.fill(0, 0, values.length / channels)
  Object.assign(weights, tensorOf(weights.name, values, shapeOf(weights), 'float'))
  graph.initializer.push(tensorOf('folded_bias', new Float32Array(channels).fill(2, 0, 1), [channels], 'float'))
  layer.input[2] = 'folded_bias'
  writeFileSync(model, writeDocument(folded))
  expect((await convert('int8')).meanDifference).toBeLessThan(0.02)

  const older = readDocument(original)
  expect(operatorSetOf(older)).toBe(17)
  for (const set of older.opset_import) set.version = 11
  writeFileSync(model, writeDocument(older))
  await expect(convert('int8')).rejects.toMatchObject({ problem: 'operators', message: expect.stringContaining('13') })
  expect(readdirSync(output)).toContain('int8.onnx')
})
