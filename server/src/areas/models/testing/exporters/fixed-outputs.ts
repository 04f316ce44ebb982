import { floats, integers, onnxFile } from '../onnx-writer.ts'
import type { Constant, Node, OnnxFile, Value } from '../onnx-writer.ts'

/** Values of TensorProto.DataType. */
export const elements = { float: 1, byte: 2, int: 6, long: 7, half: 10 } as const

export interface FixedOutput {
  readonly name: string
  readonly shape: readonly number[]
  /** NaN stands for the mean red of the input, as the model receives it. */
  readonly values: readonly number[]
  readonly type?: number
  /** Extents as the file declares them, where they differ. */
  readonly declared?: Value['shape']
  /** The operator that makes it, by which logits, probabilities and joined rows are told apart. */
  readonly operator?: 'Softmax' | 'Sigmoid' | 'Concat'
  /** Only the likeliest classes, and the name of the output with their indices. */
  readonly top?: { readonly count: number; readonly indices: string }
}

interface FixedModel extends Pick<OnnxFile, 'metadata' | 'producer'> {
  readonly input: Value
  readonly sizes?: boolean
  /** Divisor of the mean, for inputs of bytes. */
  readonly divisor?: number
  readonly outputs: readonly FixedOutput[]
}

/** The signature of an exporter around constants, but for scores that show what the model was given. */
export function fixedModel({ input, sizes = false, divisor = 1, outputs, ...about }: FixedModel): Buffer {
  const { shape } = input
  const isLast = shape.at(-1) === 3
  const pictures = typeof shape[0] === 'number' && shape.length === 4 ? shape[0] : 1
  const cast = (from: string, output: string, to: number): Node => ({
    operator: 'Cast',
    inputs: [from],
    output,
    attributes: { to },
  })
  const nodes: Node[] = [
    cast(input.name, 'numbers', elements.float),
    {
      operator: 'Transpose',
      inputs: ['numbers'],
      output: 'planes',
      attributes: { perm: isLast ? [0, 3, 1, 2] : [0, 1, 2, 3] },
    },
    { operator: 'GlobalAveragePool', inputs: ['planes'], output: 'means' },
    { operator: 'Slice', inputs: ['means', 'start', 'end'], output: 'first' },
    { operator: 'Div', inputs: ['first', 'divisor'], output: 'reds' },
  ]
  const constants: Constant[] = [
    integers('start', 0, 0, 0, 0),
    integers('end', pictures, 1, 1, 1),
    floats('divisor', [1], [divisor]),
  ]
  for (const { name, shape: extents, values, type = elements.float, operator, top } of outputs) {
    const [base, share] = [`${name} base`, `${name} share`]
    constants.push(
      floats(
        base,
        extents,
        values.map((value) => (Number.isNaN(value) ? 0 : value)),
      ),
      floats(
        share,
        extents,
        values.map((value) => (Number.isNaN(value) ? 1 : 0)),
      ),
    )
    // Each picture of a batch shows in its own part of the output.
    constants.push(integers(`${name} extents`, ...extents.map((_, at) => (at === 0 ? pictures : 1))))
    nodes.push(
      { operator: 'Reshape', inputs: ['reds', `${name} extents`], output: `${name} red` },
      { operator: 'Mul', inputs: [share, `${name} red`], output: `${name} lit` },
      { operator: 'Add', inputs: [base, `${name} lit`], output: `${name} sum` },
      {
        operator: operator ?? 'Identity',
        inputs: [`${name} sum`],
        output: `${name} all`,
        ...(operator === 'Softmax' && { attributes: { axis: 1 } }),
        ...(operator === 'Concat' && { attributes: { axis: 0 } }),
      },
    )
    if (top === undefined) nodes.push(cast(`${name} all`, name, type))
    else {
      constants.push(integers('count', top.count))
      nodes.push({ operator: 'TopK', inputs: [`${name} all`, 'count'], output: name, moreOutputs: [top.indices] })
    }
  }
  return onnxFile({
    nodes,
    constants,
    inputs: [input, ...(sizes ? [{ name: 'orig_target_sizes', shape: ['N', 2], type: elements.long }] : [])],
    outputs: outputs.flatMap(({ name, shape: extents, declared = extents, type = elements.float, top }) => [
      { name, shape: top === undefined ? declared : [1, top.count], type },
      ...(top === undefined ? [] : [{ name: top.indices, shape: [1, top.count], type: elements.long }]),
    ]),
    ...about,
  })
}
