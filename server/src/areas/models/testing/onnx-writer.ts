const text = (value: string) => [...new TextEncoder().encode(value)]
export const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
export const message = (field: number, content: readonly number[]): number[] => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
]
export const string = (field: number, value: string): number[] => message(field, text(value))
export const integer = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)]

export const metadataEntries = (metadata: Readonly<Record<string, string>>): number[] =>
  Object.entries(metadata).flatMap(([key, value]) => message(14, [...string(1, key), ...string(2, value)]))

export interface Node {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly moreOutputs?: readonly string[]
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>
  readonly domain?: string
}

function nodeOf({ operator, inputs, output, moreOutputs = [], attributes = {}, domain }: Node): number[] {
  const parts = Object.entries(attributes).map(([name, value]) => {
    const content =
      typeof value === 'number'
        ? [...integer(3, value), ...integer(20, 2)]
        : [...value.flatMap((each) => integer(8, each)), ...integer(20, 7)]
    return message(5, [...string(1, name), ...content])
  })
  const names = [
    ...inputs.flatMap((input) => string(1, input)),
    ...[output, ...moreOutputs].flatMap((one) => string(2, one)),
  ]
  const set = domain === undefined ? [] : string(7, domain)
  return message(1, [...names, ...string(4, operator), ...parts.flat(), ...set])
}

export interface Constant {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: Float32Array | BigInt64Array
  readonly location?: string
}

function constantOf({ name, shape, values, location }: Constant): number[] {
  const bytes = [...new Uint8Array(values.buffer)]
  const type = values instanceof Float32Array ? 1 : int64
  const dimensions = shape.flatMap((extent) => integer(1, extent))
  const content =
    location === undefined
      ? message(9, bytes)
      : [...message(13, [...string(1, 'location'), ...string(2, location)]), ...integer(14, 1)]
  return message(5, [...dimensions, ...integer(2, type), ...string(8, name), ...content])
}

export const int64 = 7

export interface Value {
  readonly name: string
  readonly shape: readonly (number | string)[]
  readonly type?: number
}

function valueOf(field: number, { name, shape, type = 1 }: Value): number[] {
  const dimensions = shape.flatMap((extent) =>
    message(1, typeof extent === 'number' ? integer(1, extent) : string(2, extent)),
  )
  const tensor = [...integer(1, type), ...message(2, dimensions)]
  return message(field, [...string(1, name), ...message(2, message(1, tensor))])
}

export interface OnnxGraph {
  readonly nodes: readonly Node[]
  readonly constants?: readonly Constant[]
  readonly inputs: readonly Value[]
  readonly outputs: readonly Value[]
}

export interface OnnxFile extends OnnxGraph {
  readonly metadata?: Readonly<Record<string, string>>
  readonly producer?: string
}

export function onnxFile({ nodes, constants = [], inputs, outputs, metadata = {}, producer }: OnnxFile): Buffer {
  const graph = [
    ...nodes.flatMap(nodeOf),
    ...string(2, 'test'),
    ...constants.flatMap(constantOf),
    ...inputs.flatMap((input) => valueOf(11, input)),
    ...outputs.flatMap((output) => valueOf(12, output)),
  ]
  const operators = message(8, [...string(1, ''), ...integer(2, 17)])
  const maker = producer === undefined ? [] : string(2, producer)
  return Buffer.from([...integer(1, 8), ...maker, ...message(7, graph), ...operators, ...metadataEntries(metadata)])
}

export const floats = (name: string, shape: readonly number[], values: readonly number[]): Constant => ({
  name,
  shape,
  values: new Float32Array(values),
})
export const integers = (name: string, ...values: readonly number[]): Constant => ({
  name,
  shape: [values.length],
  values: BigInt64Array.from(values, BigInt),
})
