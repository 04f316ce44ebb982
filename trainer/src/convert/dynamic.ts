import { elementTypes, numberOf, type OnnxDocument, type OnnxTensor } from './document.ts'

export type OpenAxes = 'batch' | 'batch-and-size'

export function openAxes(document: OnnxDocument, inputName: string, axes: OpenAxes, layout: 'nchw' | 'nhwc'): void {
  const { graph } = document
  const names = layout === 'nchw' ? ['batch', null, 'height', 'width'] : ['batch', 'height', 'width', null]
  for (const { name, type } of graph.input) {
    if (name !== inputName) continue
    for (const [at, dimension] of (type.tensor_type.shape?.dim ?? []).entries()) {
      const open = names[at]
      if (open === null || open === undefined || (axes === 'batch' && open !== 'batch')) continue
      delete dimension.dim_value
      dimension.dim_param = open
    }
  }
  graph.value_info = []
  for (const { name, type } of graph.output)
    for (const [at, dimension] of (type.tensor_type.shape?.dim ?? []).entries()) {
      delete dimension.dim_value
      dimension.dim_param = at === 0 ? 'batch' : `${name}_${at}`
    }
  openReshapes(document)
}

/** Replaces a fixed batch of one in reshapes: 0 copies the input's dimension. */
function openReshapes({ graph }: OnnxDocument): void {
  const constants = new Map(graph.initializer.map((tensor) => [tensor.name, tensor]))
  for (const { op_type: operator, output, attribute } of graph.node) {
    const tensor = operator === 'Constant' ? attribute.find(({ name }) => name === 'value')?.t : undefined
    if (tensor !== undefined && tensor !== null) constants.set(output[0] ?? '', tensor)
  }
  const shapes = new Set(
    graph.node.flatMap(({ op_type: operator, input }) => (operator === 'Reshape' ? (input[1] ?? []) : [])),
  )
  const others = new Set(graph.node.flatMap(({ op_type: operator, input }) => (operator === 'Reshape' ? [] : input)))
  for (const name of shapes) {
    const tensor = constants.get(name)
    if (tensor !== undefined && !others.has(name)) openShape(tensor)
  }
}

function openShape(tensor: OnnxTensor): void {
  if (tensor.data_type !== elementTypes.int64) return
  const raw = tensor.raw_data
  if (raw === undefined || raw.length === 0) {
    if (numberOf(tensor.int64_data?.[0]) === 1 && tensor.int64_data !== undefined) tensor.int64_data[0] = 0
    return
  }
  // Copies: the bytes belong to the file that was read.
  const copy = new Uint8Array(raw)
  const view = new DataView(copy.buffer)
  if (raw.length <= 8 || view.getBigInt64(0, true) !== 1n) return
  view.setBigInt64(0, 0n, true)
  tensor.raw_data = copy
}
