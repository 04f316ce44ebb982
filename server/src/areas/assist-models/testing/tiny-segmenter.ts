import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { segmenterFiles } from '../networks/segmenter.ts'
import { floats, int64, integers, onnxFile, type OnnxGraph } from '../../models/testing/onnx-writer.ts'

export const tinyEdge = 64
const cells = tinyEdge ** 2

const scalar = (name: string, value: number) => floats(name, [], [value])

function encoder(): OnnxGraph {
  const grid = new Float32Array(2 * cells)
  for (let at = 0; at < cells; at += 1) {
    grid[at] = at % tinyEdge
    grid[cells + at] = Math.floor(at / tinyEdge)
  }
  const square = [tinyEdge, tinyEdge]
  return {
    inputs: [{ name: 'pixel_values', shape: ['batch_size', 3, ...square] }],
    outputs: [
      { name: 'image_embeddings', shape: ['batch_size', 3, ...square] },
      { name: 'image_positional_embeddings', shape: [1, 2, ...square] },
    ],
    constants: [{ name: 'grid', shape: [1, 2, ...square], values: grid }],
    nodes: [
      { operator: 'Identity', inputs: ['pixel_values'], output: 'image_embeddings' },
      { operator: 'Identity', inputs: ['grid'], output: 'image_positional_embeddings' },
    ],
  }
}

/**
 * A cell is inside when it has about the color of a positive point, and is nearer to one than to any negative point. The first
 * candidate is everything, the last nothing, and the second has the highest score.
 */
function decoder(): OnnxGraph {
  const nodes: OnnxGraph['nodes'][number][] = []
  const node = (
    operator: string,
    inputs: readonly string[],
    output: string,
    attributes: Readonly<Record<string, number | readonly number[]>> = {},
  ): string => {
    nodes.push({ operator, inputs, output, attributes })
    return output
  }
  const less = (a: string, b: string, output: string) =>
    node('Cast', [node('Less', [a, b], `${output}_is`)], output, { to: 1 })
  const sum = (x: string, output: string) => node('ReduceSum', [x, 'one'], output, { keepdims: 0 })

  const points = node('Floor', [node('Reshape', ['input_points', 'points_shape'], 'points')], 'point_cells')
  const grid = node('Reshape', ['image_positional_embeddings', 'grid_shape'], 'grid')
  const offset = node('Sub', [grid, points], 'offset')
  const distance = sum(node('Mul', [offset, offset], 'offset_squares'), 'distance')
  const here = less(distance, 'quarter', 'here')

  const picture = node('Reshape', ['image_embeddings', 'picture_shape'], 'picture')
  const byCell = node('Transpose', [node('Reshape', ['image_embeddings', 'flat_shape'], 'flat')], 'by_cell', {
    perm: [1, 0],
  })
  const colours = node('Reshape', [node('MatMul', [here, byCell], 'point_colours'), 'colours_shape'], 'colours')
  const difference = node('Sub', [picture, colours], 'difference')
  const alike = less(sum(node('Mul', [difference, difference], 'squares'), 'unlike'), 'tolerance', 'alike')

  const labels = node('Reshape', [node('Cast', ['input_labels'], 'labels_float', { to: 1 }), 'labels_shape'], 'labels')
  const isNegative = less(node('Abs', [labels], 'from_0'), 'half', 'is_negative')
  const isPositive = less(node('Abs', [node('Sub', [labels, 'unit'], 'less_1')], 'from_1'), 'half', 'is_positive')
  const nearest = (which: string, output: string) => {
    const others = node('Mul', [node('Sub', ['unit', which], `${output}_rest`), 'far'], `${output}_far`)
    return node('ReduceMin', [node('Add', [distance, others], `${output}_all`)], output, { axes: [0], keepdims: 0 })
  }
  const near = less(nearest(isPositive, 'to_positive'), nearest(isNegative, 'to_negative'), 'near')
  const meant = node('Mul', [alike, isPositive], 'meant')
  const inside = node('Mul', [node('ReduceMax', [meant], 'any', { axes: [0], keepdims: 0 }), near], 'inside')
  const logits = node('Sub', [node('Mul', [inside, 'two'], 'doubled'), 'unit'], 'logits')
  const mask = node('Reshape', [logits, 'mask_shape'], 'mask')
  const zero = node('Mul', [mask, 'nothing'], 'zero')
  const full = node('Add', [zero, 'unit'], 'full')
  const empty = node('Sub', [zero, 'unit'], 'empty')
  node('Concat', [full, mask, empty], 'pred_masks', { axis: 2 })
  node('Identity', ['scores'], 'iou_scores')

  return {
    inputs: [
      { name: 'input_points', shape: ['batch_size', 1, 'nb_points_per_image', 2] },
      { name: 'input_labels', type: int64, shape: ['batch_size', 1, 'nb_points_per_image'] },
      { name: 'image_embeddings', shape: ['batch_size', 3, tinyEdge, tinyEdge] },
      { name: 'image_positional_embeddings', shape: [1, 2, tinyEdge, tinyEdge] },
    ],
    outputs: [
      { name: 'iou_scores', shape: ['batch_size', 1, 3] },
      { name: 'pred_masks', shape: ['batch_size', 1, 3, tinyEdge, tinyEdge] },
    ],
    constants: [
      integers('one', 1),
      integers('points_shape', -1, 2, 1),
      integers('grid_shape', 1, 2, cells),
      integers('picture_shape', 1, 3, cells),
      integers('flat_shape', 3, cells),
      integers('colours_shape', -1, 3, 1),
      integers('labels_shape', -1, 1),
      integers('mask_shape', 1, 1, 1, tinyEdge, tinyEdge),
      scalar('nothing', 0),
      scalar('quarter', 0.25),
      scalar('half', 0.5),
      scalar('unit', 1),
      scalar('two', 2),
      scalar('far', 1e6),
      scalar('tolerance', 0.4),
      floats('scores', [1, 1, 3], [0.4, 0.92, 0.1]),
    ],
    nodes,
  }
}

export const tinySegmenterFiles = () => ({ encoder: onnxFile(encoder()), decoder: onnxFile(decoder()) })

export async function writeTinySegmenter(folder: string): Promise<void> {
  const files = tinySegmenterFiles()
  await mkdir(folder, { recursive: true })
  for (const part of ['encoder', 'decoder'] as const) await writeFile(join(folder, segmenterFiles[part]), files[part])
}
