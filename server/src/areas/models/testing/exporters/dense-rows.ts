import { elements } from './fixed-outputs.ts'
import { type ExporterRow, normalized, red, row, sigmoid, softmax, square, typed } from './signatures.ts'

const { byte, half, int, long } = elements
const quarter = (values: (column: number) => number) => Array.from({ length: 64 }, (_, at) => values(at % 8))

export const denseRows: ExporterRow[] = [
  row('SegFormer of transformers', {
    dialect: 'segmenter',
    layout: 'logits',
    labels: typed,
    model: {
      input: { ...square, name: 'pixel_values' },
      outputs: [
        { name: 'logits', shape: [1, 2, 8, 8], values: [...quarter((x) => (x < 4 ? 3 : -1)), ...quarter(() => 0)] },
      ],
    },
    says: [
      `there ${((32 * softmax(3, 0)[0]! + 2 * softmax(-1, 0)[0]!) / 34).toFixed(3)} 0 0 34 32 1088`,
      `here ${softmax(-1, 0)[1]!.toFixed(3)} 34 0 30 32 960`,
    ],
  }),
  row('DeepLab of torchvision', {
    dialect: 'torchvision',
    layout: 'logits',
    labels: ['here'],
    model: {
      input: { ...square, name: 'input' },
      producer: 'pytorch',
      outputs: ['out', 'aux'].map((name) => ({
        name,
        shape: [1, 2, 32, 32],
        values: Array.from({ length: 2048 }, (_, at) => (at < 1024 ? 0 : at % 32 < 8 ? 2 : -2)),
      })),
    },
    says: [`here ${softmax(2, 0)[0]!.toFixed(3)} 0 0 16 32 512`],
  }),
  row('a segmenter with argmax inside', {
    dialect: 'segmenter',
    layout: 'class-map',
    labels: ['background', 'here'],
    model: {
      input: { ...square, name: 'input' },
      outputs: [
        {
          name: 'map',
          shape: [1, 32, 32],
          type: long,
          values: Array.from({ length: 1024 }, (_, at) => (at % 32 < 8 ? 1 : 0)),
        },
      ],
    },
    says: ['here 1.000 0 0 16 32 512'],
  }),
  row('DeepLab of TensorFlow', {
    dialect: 'segmenter',
    layout: 'class-map',
    labels: ['background', 'here'],
    model: {
      input: { name: 'ImageTensor', shape: [1, 32, 32, 3], type: byte },
      outputs: [
        {
          name: 'SemanticPredictions',
          shape: [1, 32, 32],
          type: int,
          values: Array.from({ length: 1024 }, (_, at) => (at % 32 < 8 ? 1 : 0)),
        },
      ],
    },
    says: ['here 1.000 0 0 16 32 512'],
  }),
  row('a classifier of logits', {
    dialect: 'classifier',
    layout: 'logits',
    labels: typed,
    model: { input: { ...square, name: 'input' }, outputs: [{ name: 'logits', shape: [1, 2], values: [0, red] }] },
    says: [`here ${sigmoid(normalized).toFixed(3)}`],
  }),
  row('a classifier of seven classes whose output is called as that of YOLO', {
    dialect: 'classifier',
    layout: 'logits',
    labels: ['a', 'b', 'c', 'd', 'e', ...typed],
    model: {
      input: { ...square, name: 'images' },
      outputs: [{ name: 'output', shape: [1, 7], declared: ['batch', 7], values: [-99, -99, -99, -99, -99, 0, red] }],
    },
    says: [`here ${sigmoid(normalized).toFixed(3)}`],
  }),
  row('a classifier in float16 with softmax', {
    dialect: 'classifier',
    layout: 'probabilities',
    labels: typed,
    model: {
      input: { ...square, name: 'input', type: half },
      outputs: [{ name: 'scores', shape: [1, 2], values: [0, red], type: half, operator: 'Softmax' }],
    },
    says: [`here ${sigmoid(normalized).toFixed(3)}`],
  }),
  row('a classifier of the likeliest two of three', {
    dialect: 'classifier',
    layout: 'top-probabilities',
    labels: ['none', ...typed],
    model: {
      input: { ...square, name: 'input' },
      outputs: [
        {
          name: 'values',
          shape: [1, 3],
          values: [-9, 0.5, red],
          operator: 'Softmax',
          top: { count: 2, indices: 'classes' },
        },
      ],
    },
    says: [`here ${sigmoid(normalized - 0.5).toFixed(3)}`, `there ${sigmoid(0.5 - normalized).toFixed(3)}`],
  }),
]
