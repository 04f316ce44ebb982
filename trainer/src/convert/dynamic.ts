import type { OnnxDocument } from './document.ts'

/** Edges that are left open: how many images, or their height and width too. */
export type OpenAxes = 'batch' | 'batch-and-size'

/** Leaves edges of an input open; what was known of values in between and of outputs no longer holds. */
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
}
