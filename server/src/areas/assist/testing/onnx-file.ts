/**
 * Writes small ONNX files for tests: of the message ModelProto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) what
 * a network of a few nodes takes.
 */
type Extent = number | string

interface ValueInfo {
  readonly name: string
  readonly type: 'float' | 'int64'
  readonly shape: readonly Extent[]
}

interface NodeOf {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>
}

export interface OnnxGraph {
  readonly inputs: readonly ValueInfo[]
  readonly outputs: readonly ValueInfo[]
  readonly constants: Readonly<
    Record<string, { readonly shape: readonly number[]; readonly values: Float32Array | BigInt64Array }>
  >
  readonly nodes: readonly NodeOf[]
}

/** Of the current operators the set that all onnxruntime builds have. */
const operatorSet = 17
const irVersion = 8
const elementTypes = { float: 1, int64: 7 } as const

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.of(...bytes, rest)
}

const number = (field: number, value: number) => Buffer.concat([varint(field * 8), varint(value)])
const bytes = (field: number, content: Uint8Array) =>
  Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
const text = (field: number, content: string) => bytes(field, Buffer.from(content))
const message = (field: number, ...parts: readonly Uint8Array[]) => bytes(field, Buffer.concat(parts))

function valueInfo(field: number, { name, type, shape }: ValueInfo): Uint8Array {
  const extents = shape.map((extent) => message(1, typeof extent === 'number' ? number(1, extent) : text(2, extent)))
  return message(field, text(1, name), message(2, message(1, number(1, elementTypes[type]), message(2, ...extents))))
}

function attribute(name: string, value: number | readonly number[]): Uint8Array {
  if (typeof value === 'number') return message(5, text(1, name), number(3, value), number(20, 2))
  return message(5, text(1, name), ...value.map((each) => number(8, each)), number(20, 7))
}

/** A network as the bytes of an ONNX file. */
export function encodeOnnx({ inputs, outputs, constants, nodes }: OnnxGraph): Uint8Array {
  const graph = [
    ...nodes.map(({ operator, inputs: from, output, attributes = {} }) =>
      message(
        1,
        ...from.map((name) => text(1, name)),
        text(2, output),
        text(3, output),
        text(4, operator),
        ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
      ),
    ),
    text(2, 'vermilion'),
    ...Object.entries(constants).map(([name, { shape, values }]) => {
      const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
      const type = elementTypes[values instanceof Float32Array ? 'float' : 'int64']
      return message(5, ...shape.map((extent) => number(1, extent)), number(2, type), text(8, name), bytes(9, raw))
    }),
    ...inputs.map((input) => valueInfo(11, input)),
    ...outputs.map((output) => valueInfo(12, output)),
  ]
  const operators = message(8, text(1, ''), number(2, operatorSet))
  return Buffer.concat([number(1, irVersion), text(2, 'vermilion'), operators, message(7, ...graph)])
}
