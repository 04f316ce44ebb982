import { modelProto } from '../onnx/model-file.ts'

export interface OnnxTensor {
  name: string
  dims: (number | { toNumber(): number })[]
  data_type: number
  raw_data?: Uint8Array
  float_data?: number[]
  int64_data?: (number | { toNumber(): number })[]
}

export interface OnnxAttribute {
  name: string
  type: number
  i?: number | { toNumber(): number }
  f?: number
  ints?: (number | { toNumber(): number })[]
  t?: OnnxTensor | null
}

export interface OnnxNode {
  name: string
  op_type: string
  input: string[]
  output: string[]
  domain?: string
  attribute: OnnxAttribute[]
}

interface Dimension {
  dim_value?: number | { toNumber(): number }
  dim_param?: string
}

export interface OnnxValue {
  name: string
  type: { tensor_type: { elem_type: number; shape?: { dim: Dimension[] } } }
}

/** Editable view of a model file; unlisted parts are preserved. */
export interface OnnxDocument {
  graph: {
    node: OnnxNode[]
    initializer: OnnxTensor[]
    input: OnnxValue[]
    output: OnnxValue[]
    value_info: OnnxValue[]
  }
  opset_import: { domain: string; version: number | { toNumber(): number } }[]
}

/** Values of TensorProto.DataType. */
export const elementTypes = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10 } as const

export const readDocument = (bytes: Uint8Array): OnnxDocument => modelProto.decode(bytes) as unknown as OnnxDocument
export const writeDocument = (document: OnnxDocument): Uint8Array => modelProto.encode(document).finish()

export const numberOf = (value: number | { toNumber(): number } | undefined): number =>
  typeof value === 'object' ? value.toNumber() : (value ?? 0)

export const shapeOf = ({ dims }: OnnxTensor): number[] => dims.map(numberOf)

export const operatorSetOf = ({ opset_import: sets }: OnnxDocument): number =>
  numberOf(sets.find(({ domain }) => domain === '' || domain === 'ai.onnx')?.version)

export function floatsOf({
  data_type: type,
  raw_data: raw,
  float_data: floats = [],
}: OnnxTensor): Float32Array | undefined {
  if (type !== elementTypes.float) return undefined
  if (raw === undefined || raw.length === 0) return Float32Array.from(floats)
  // Copies, because the data may be unaligned within the file.
  return new Float32Array(new Uint8Array(raw).buffer)
}

type Numbers = Float32Array | Float16Array | Uint8Array | Int8Array | Int32Array

export function tensorOf(name: string, values: Numbers, dims: number[], type: keyof typeof elementTypes): OnnxTensor {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  return { name, dims, data_type: elementTypes[type], raw_data: raw }
}

export const nodeOf = (
  operator: string,
  input: string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
): OnnxNode => ({
  // Nodes are often named like their output, so a new one needs a distinct name.
  name: `${output}/${operator}`,
  op_type: operator,
  input,
  output: [output],
  attribute: Object.entries(attributes).map(([name, i]) => ({ name, type: 2, i })),
})

export class NotConvertible extends Error {
  readonly problem: 'operators' | 'shapes' | 'differs' | 'unreadable'

  constructor(problem: NotConvertible['problem'], detail: string) {
    super(detail)
    this.problem = problem
  }
}
