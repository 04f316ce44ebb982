import { floats, int64, integers, onnxFile, type OnnxGraph } from '../../models/testing/onnx-writer.ts'

export const wordSegmenterEdge = 16
const quarters = [0, 1, 2, 3]
const grid = 16

const vision: OnnxGraph = {
  inputs: [{ name: 'pixel_values', shape: [1, 3, wordSegmenterEdge, wordSegmenterEdge] }],
  outputs: ['fpn_hidden_state_0', 'fpn_hidden_state_1', 'fpn_hidden_state_2', 'fpn_position_encoding_2'].map(
    (name) => ({
      name,
      shape: [1, 3, 2, 2],
    }),
  ),
  nodes: [
    {
      operator: 'AveragePool',
      inputs: ['pixel_values'],
      output: 'fpn_hidden_state_0',
      attributes: { kernel_shape: [8, 8], strides: [8, 8] },
    },
    ...['fpn_hidden_state_1', 'fpn_hidden_state_2', 'fpn_position_encoding_2'].map((output) => ({
      operator: 'Identity',
      inputs: ['fpn_hidden_state_0'],
      output,
    })),
  ],
}

function text(vectors: readonly (readonly number[])[]): OnnxGraph {
  return {
    inputs: ['input_ids', 'attention_mask'].map((name) => ({ name, type: int64, shape: [1, 'sequence'] })),
    outputs: [{ name: 'text_features', shape: [1, 3] }],
    constants: [
      floats('table', [vectors.length, 3], vectors.flat()),
      integers('axes', 1),
      integers('column', 1, -1, 1),
    ],
    nodes: [
      { operator: 'Gather', inputs: ['table', 'input_ids'], output: 'vectors', attributes: { axis: 0 } },
      { operator: 'Cast', inputs: ['attention_mask'], output: 'mask', attributes: { to: 1 } },
      { operator: 'Reshape', inputs: ['mask', 'column'], output: 'weights' },
      { operator: 'Mul', inputs: ['vectors', 'weights'], output: 'weighted' },
      { operator: 'ReduceSum', inputs: ['weighted', 'axes'], output: 'text_features', attributes: { keepdims: 0 } },
    ],
  }
}

const decoder: OnnxGraph = {
  inputs: [
    ...['fpn_hidden_state_0', 'fpn_hidden_state_1', 'fpn_hidden_state_2', 'fpn_position_encoding_2'].map((name) => ({
      name,
      shape: [1, 3, 2, 2],
    })),
    { name: 'text_features', shape: [1, 3] },
    { name: 'attention_mask', type: int64, shape: [1, 'sequence'] },
  ],
  outputs: [
    { name: 'pred_masks', shape: [1, 4, grid, grid] },
    { name: 'pred_boxes', shape: [1, 4, 4] },
    { name: 'pred_logits', shape: [1, 4] },
  ],
  constants: [
    integers('planes', 3, 4),
    integers('row', 1, 4),
    floats('bias', [], [-1.5]),
    floats(
      'masks',
      [1, 4, grid, grid],
      quarters.flatMap((own) =>
        Array.from({ length: grid * grid }, (_, cell) => {
          const [x, y] = [Math.floor((cell % grid) / (grid / 2)), Math.floor(cell / grid / (grid / 2))]
          return y * 2 + x === own ? 1 : -1
        }),
      ),
    ),
    floats(
      'boxes',
      [1, 4, 4],
      quarters.flatMap((at) => {
        const [x, y] = [(at % 2) / 2, Math.floor(at / 2) / 2]
        return [x, y, x + 0.5, y + 0.5]
      }),
    ),
  ],
  nodes: [
    { operator: 'Reshape', inputs: ['fpn_hidden_state_0', 'planes'], output: 'colours' },
    { operator: 'MatMul', inputs: ['text_features', 'colours'], output: 'products' },
    { operator: 'Reshape', inputs: ['products', 'row'], output: 'scores' },
    { operator: 'Add', inputs: ['scores', 'bias'], output: 'pred_logits' },
    { operator: 'Identity', inputs: ['masks'], output: 'pred_masks' },
    { operator: 'Identity', inputs: ['boxes'], output: 'pred_boxes' },
  ],
}

export const tinyWordSegmenterFiles = (vectors: readonly (readonly number[])[]) => ({
  'vision_encoder_int4.onnx': onnxFile(vision),
  'text_encoder_int4.onnx': onnxFile(text(vectors)),
  'decoder_int4.onnx': onnxFile(decoder),
})
