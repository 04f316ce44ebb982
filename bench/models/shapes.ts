/**
 * Processor time of one picture (bytes to predictions) by the shape and type of a model's input: `npm run bench models/shapes --
 * --size 320 --rounds 5`. One network of convolutions, for a square, for an oblong of half its pixels, in float16, with bytes as
 * its input, and with a fixed batch of four, of which all four are asked for. They take turns, so that other load affects all.
 */
import { parseArgs } from 'node:util'
import { describeModel } from '../../server/src/areas/models/import/model-import.ts'
import { floats, integers, onnxFile } from '../../server/src/areas/models/testing/onnx-writer.ts'
import type { Constant, Node } from '../../server/src/areas/models/testing/onnx-writer.ts'
import { readDocument, writeDocument } from '../../trainer/src/convert/document.ts'
import { toFloat16 } from '../../trainer/src/convert/float16.ts'
import { openModel } from '../../trainer/src/inference/open-model.ts'
import { createGatheringRunner } from '../../trainer/src/serving/gathering-runner.ts'

/** Time by pixels may be this much above that of the square in float32. */
const target = 1.1
const { values } = parseArgs({
  options: { size: { type: 'string', default: '320' }, rounds: { type: 'string', default: '5' } },
})
const [size, rounds] = [Number(values.size), Number(values.rounds)]
const stride = 8

interface Shape {
  readonly width: number
  readonly height: number
  readonly batch: number
  readonly type: number
}

const layers = [
  [3, 24, 2],
  [24, 48, 2],
  [48, 64, 2],
  [64, 64, 1],
  [64, 64, 1],
  [64, 6, 1],
] as const

function network({ width, height, batch, type }: Shape): Buffer {
  const nodes: Node[] = [{ operator: 'Cast', inputs: ['images'], output: 'layer0', attributes: { to: 1 } }]
  const constants: Constant[] = []
  for (const [at, [from, to, step]] of layers.entries()) {
    const count = from * to * 9
    const weights = Array.from(
      { length: count },
      (_, index) => Math.sin((index + 1) * 12.9898 + at) / Math.sqrt(from * 9),
    )
    constants.push(floats(`weights${at}`, [to, from, 3, 3], weights))
    nodes.push(
      {
        operator: 'Conv',
        inputs: [`layer${at}`, `weights${at}`],
        output: `sum${at}`,
        attributes: { kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [step, step] },
      },
      { operator: at + 1 === layers.length ? 'Sigmoid' : 'Relu', inputs: [`sum${at}`], output: `layer${at + 1}` },
    )
  }
  const cells = (width / stride) * (height / stride)
  constants.push(integers('rows', batch, 6, cells))
  nodes.push({ operator: 'Reshape', inputs: [`layer${layers.length}`, 'rows'], output: 'output0' })
  return onnxFile({
    nodes,
    constants,
    inputs: [{ name: 'images', shape: [batch, 3, height, width], type }],
    outputs: [{ name: 'output0', shape: [batch, 6, cells] }],
    metadata: { task: 'detect', stride: '8', names: "{0: 'a', 1: 'b'}" },
  })
}

function inFloat16(file: Buffer): Uint8Array {
  const document = readDocument(file)
  toFloat16(document)
  return writeDocument(document)
}

const square: Shape = { width: size, height: size, batch: 1, type: 1 }
const oblong = { ...square, height: size / 2 }
const cases: Readonly<Record<string, { shape: Shape; file: Uint8Array; isJudged?: boolean }>> = {
  square: { shape: square, file: network(square) },
  oblong: { shape: oblong, file: network(oblong), isJudged: true },
  'square in float16': { shape: square, file: inFloat16(network(square)), isJudged: true },
  'square, float16 in': { shape: square, file: network({ ...square, type: 10 }), isJudged: true },
  'square of bytes': { shape: { ...square, type: 2 }, file: network({ ...square, type: 2 }) },
  'square, batch of four': { shape: { ...square, batch: 4 }, file: network({ ...square, batch: 4 }) },
}
const pictures = 8
/** Twice as wide and high as the input: a camera's picture for which the input was chosen. */
function pictureFor({ width, height }: Shape) {
  const size = { width: width * 2, height: height * 2 }
  return { ...size, rgb: new Uint8Array(size.width * size.height * 3).map((_, at) => (at * 31) % 256) }
}
const times = new Map<string, number[]>()
for (let round = 0; round <= rounds; round += 1)
  for (const [name, { file, shape }] of Object.entries(cases)) {
    const picture = pictureFor(shape)
    const model = await openModel(describeModel(Buffer.from(file)).content, 1, { wrap: createGatheringRunner })
    const ask = () =>
      Promise.all(Array.from({ length: pictures }, () => model.read(picture, { isMeasured: false, confidence: 1.01 })))
    await ask()
    const previous = process.cpuUsage()
    await ask()
    const { user, system } = process.cpuUsage(previous)
    await model.release()
    if (round > 0) times.set(name, [...(times.get(name) ?? []), (user + system) / 1000 / pictures])
  }
/** Other work on the machine only adds to a time. */
const least = (name: string) => Math.min(...times.get(name)!)
const usual = least('square')
for (const [name, { shape, isJudged = false }] of Object.entries(cases)) {
  const time = least(name)
  const share = time / usual / ((shape.width * shape.height) / size ** 2)
  const verdict = isJudged ? ` (goal ${target}×, ${share <= target ? 'reached' : 'MISSED'})` : ''
  console.log(`${name.padEnd(28)}${time.toFixed(1)} ms, ${share.toFixed(2)}× of the square by pixels${verdict}`)
}
