import { elements, type FixedOutput } from './fixed-outputs.ts'
import {
  boxes,
  type ExporterRow,
  filled,
  hereShare,
  hereUnit,
  normalized,
  red,
  row,
  sigmoid,
  square,
  thereShare,
  thereUnit,
  typed,
} from './signatures.ts'

const { half, long } = elements
const sure = 0.6
const logitOfSure = Math.log(sure / (1 - sure))
const coco = (label: number, logit: number) => Array.from({ length: 91 }, (_, at) => (at === label ? logit : -9))
const dets = { name: 'dets', shape: [1, 2, 4], values: [...hereShare, ...thereShare] }
const rfDetr = { dialect: 'rf-detr', layout: 'query-logits' }
const detr = { dialect: 'rt-detr', layout: 'boxes-labels-scores' }
const queries: FixedOutput[] = [
  // The first query says both, and the third-likeliest pair of two queries does not count.
  { name: 'logits', shape: [1, 2, 2], values: [logitOfSure, red, -0.3, -9] },
  { name: 'pred_boxes', shape: [1, 2, 4], values: [...hereShare, ...thereShare] },
]
const postprocessed = (edges: number): FixedOutput[] => [
  { name: 'labels', shape: [1, 2], type: long, values: [1, 0] },
  { name: 'boxes', shape: [1, 2, 4], values: [...hereUnit, ...thereUnit].map((share) => share * edges) },
  { name: 'scores', shape: [1, 2], values: [red, sure] },
]
export const detrRows: ExporterRow[] = [
  row('RF-DETR export(), own classes', {
    ...rfDetr,
    labels: typed,
    model: {
      input: { ...square, name: 'input' },
      outputs: [dets, { name: 'labels', shape: [1, 2, 3], values: [-9, red, 9, logitOfSure, -9, -9] }],
    },
    says: boxes(sigmoid(normalized)),
  }),
  row('RF-DETR export(notes=…) dynamic_batch', {
    ...rfDetr,
    model: {
      input: { name: 'input', shape: ['batch', 3, 32, 32] },
      metadata: { rfdetr_notes: '{"classes": ["there", "here"]}' },
      outputs: [
        dets,
        { name: 'labels', shape: [1, 2, 3], declared: ['batch', 2, 3], values: [-9, red, 9, logitOfSure, -9, -9] },
      ],
    },
    says: boxes(sigmoid(normalized)),
  }),
  row('RF-DETR export(), weights of COCO', {
    ...rfDetr,
    model: {
      input: { ...square, name: 'input' },
      outputs: [dets, { name: 'labels', shape: [1, 2, 91], values: [...coco(18, red), ...coco(90, logitOfSure)] }],
    },
    says: boxes(sigmoid(normalized)).map((text) => text.replace('there', 'toothbrush').replace('here', 'dog')),
  }),
  row('RF-DETR Seg export()', {
    dialect: 'rf-detr',
    layout: 'query-masks',
    labels: typed,
    model: {
      input: { ...square, name: 'input' },
      outputs: [
        dets,
        { name: 'labels', shape: [1, 2, 3], values: [-9, red, 9, logitOfSure, -9, -9] },
        {
          name: 'masks',
          shape: [1, 2, 4, 4],
          values: Array.from({ length: 32 }, (_, at) => (at % 4 < 2 === at < 16 ? 1 : -1)),
        },
      ],
    },
    says: ['there 0.600 32 0 32 32 1024', `here ${sigmoid(normalized).toFixed(3)} 0 0 32 32 1024`],
  }),
  row('RT-DETR v2, D-FINE and DEIM export_onnx.py', {
    ...detr,
    labels: typed,
    model: { input: { ...square, shape: ['N', 3, 32, 32] }, sizes: true, outputs: postprocessed(32) },
    says: boxes(filled),
  }),
  row('D-FINE in float16', {
    ...detr,
    labels: typed,
    model: { input: { ...square, type: half }, sizes: true, outputs: postprocessed(32) },
    says: boxes(filled),
  }),
  row('RT-DETR v2 and D-FINE of transformers', {
    dialect: 'rt-detr',
    layout: 'query-logits',
    labels: typed,
    model: { input: { ...square, name: 'pixel_values' }, outputs: queries },
    says: [`here ${sigmoid(filled).toFixed(3)} 24 8 16 16`, 'there 0.600 24 8 16 16'],
  }),
]
