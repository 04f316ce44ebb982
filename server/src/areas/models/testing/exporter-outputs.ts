/**
 * One row for each way in which an exporter lays out what its models take and say. All look at the same picture, 64 × 32 pixels of
 * one red, and say the same: `here` in 24, 8, 16 × 16 with a score that is the mean red of their input, and `there` in the upper
 * left quarter with 0.6. Numbers are those that the exporter's own library gives for it, worked out by hand.
 */
import { elements, fixedModel, type FixedOutput } from './fixed-outputs.ts'

const { byte, half, int, long } = elements
const red = Number.NaN
const names = "{0: 'there', 1: 'here'}"
const ofYolo = (task: string, more: Record<string, string> = {}) => ({ task, stride: '32', names, ...more })
const square = { name: 'images', shape: [1, 3, 32, 32] }
const transposed = (rows: readonly (readonly number[])[]) => rows[0]!.flatMap((_, at) => rows.map((row) => row[at]!))

/** The picture is 204 of 255 red; letterboxed into the square, its rows are half of all, the others are gray. */
const filled = 0.8
const padded = (0.8 + 114 / 255) / 2
const normalized = (204 - 123.675) / 58.395
const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit))
const softmax = (...logits: readonly number[]) => {
  const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0)
  return logits.map((logit) => Math.exp(logit) / sum)
}

/** Letterboxed into 32 × 32, the picture begins at row 8. */
const [hereCentre, thereCentre] = [
  [16, 16, 8, 8],
  [4, 12, 8, 8],
] as const
const [hereCorners, thereCorners] = [
  [12, 12, 20, 20],
  [0, 8, 8, 16],
] as const
const [hereShare, thereShare] = [
  [0.5, 0.5, 0.25, 0.5],
  [0.125, 0.25, 0.25, 0.5],
] as const
const [hereUnit, thereUnit] = [
  [0.375, 0.25, 0.625, 0.75],
  [0, 0, 0.25, 0.5],
] as const

const withoutObjectness = [
  [...thereCentre, 0.6, 0.1],
  [...hereCentre, 0.1, red],
  // A double, which overlaps `here` by more than 0.7.
  [16, 16, 8, 7.5, 0, 0.3],
]
const withObjectness = [
  [...thereCentre, 0.75, 0.8, 0.1],
  [...hereCentre, red, 0.1, 1],
  [16, 16, 8, 6, 0.5, 0, 0.6],
]
const afterSuppression = [
  [...hereCorners, red, 1],
  [...thereCorners, 0.6, 0],
  [0, 0, 0, 0, 0, 0],
]
const v8 = { name: 'output0', shape: [1, 6, 3], values: transposed(withoutObjectness) }
const suppressed = { name: 'output0', shape: [1, 3, 6], values: afterSuppression.flat() }
const grids = [1, 2, 4].map((side) => ({
  name: `grid${side}`,
  shape: [1, 3, side, side, 7],
  values: Array.from({ length: 21 * side * side }, () => 0),
}))
const withWeights = (rows: readonly (readonly number[])[]) => rows.map((row) => [...row, 1, 0])
const prototypes = {
  name: 'output1',
  shape: [1, 2, 8, 8],
  values: Array.from({ length: 128 }, (_, at) => (at < 64 ? 1 : 0)),
}

export interface ExporterRow {
  readonly exporter: string
  readonly dialect: string
  readonly layout: string
  readonly file: Buffer
  readonly labels?: string[]
  /** Label, score, and for boxes x, y, width and height; for masks also their pixels. */
  readonly says: readonly string[]
}

const boxes = (score: number): string[] => [`here ${score.toFixed(3)} 24 8 16 16`, 'there 0.600 0 0 16 16']
const sorted = (rows: string[]) =>
  rows.toSorted((one, other) => Number(other.split(' ')[1]) - Number(one.split(' ')[1]))
const masks = (score: number): string[] => ['there 0.600 0 0 16 16 256', `here ${score.toFixed(3)} 24 8 16 16 256`]

type Given = Omit<Parameters<typeof fixedModel>[0], 'input'> & {
  readonly input?: Parameters<typeof fixedModel>[0]['input']
}
const yolo = (exporter: string, layout: string, model: Given, says: string[], labels?: string[]): ExporterRow => ({
  exporter,
  dialect: 'ultralytics',
  layout,
  file: fixedModel({ input: square, ...model }),
  ...(labels && { labels }),
  says,
})
const [noObjectness, objectness] = ['centre-size-probabilities', 'centre-size-objectness-probabilities']
const detect = ofYolo('detect')

const ofYoloFamilies: ExporterRow[] = [
  yolo(
    'YOLOv5 export.py',
    objectness!,
    {
      outputs: [{ name: 'output0', shape: [1, 3, 7], values: withObjectness.flat() }],
      metadata: { stride: '32', names },
    },
    boxes(padded),
  ),
  yolo(
    'YOLOv5 of 2021, with its grids',
    objectness!,
    { outputs: [{ name: 'output', shape: [1, 3, 7], values: withObjectness.flat() }, ...grids] },
    boxes(padded),
    ['there', 'here'],
  ),
  yolo(
    'YOLOv6',
    objectness!,
    { outputs: [{ name: 'outputs', shape: [1, 3, 7], values: withObjectness.flat() }] },
    boxes(padded),
    ['there', 'here'],
  ),
  yolo(
    'YOLOv7 --grid',
    objectness!,
    { outputs: [{ name: 'output', shape: [1, 3, 7], values: withObjectness.flat() }] },
    boxes(padded),
    ['there', 'here'],
  ),
  yolo(
    'YOLOv7 --grid --end2end --max-wh',
    'image-corners-label-score',
    {
      outputs: [
        {
          name: 'output',
          shape: [2, 7],
          declared: ['n', 7],
          values: [0, ...hereCorners, 1, red, 0, ...thereCorners, 0, 0.6],
        },
      ],
    },
    boxes(padded),
    ['there', 'here'],
  ),
  yolo('YOLOv8 detect', noObjectness!, { outputs: [v8], metadata: detect }, boxes(padded)),
  yolo(
    'YOLOv8 detect imgsz=16,32',
    noObjectness!,
    {
      input: { name: 'images', shape: [1, 3, 16, 32] },
      outputs: [
        {
          ...v8,
          values: transposed([
            [4, 4, 8, 8, 0.6, 0.1],
            [16, 8, 8, 8, 0.1, red],
            [0, 0, 0, 0, 0, 0],
          ]),
        },
      ],
      metadata: detect,
    },
    boxes(filled),
  ),
  yolo(
    'YOLOv8 detect half=True',
    noObjectness!,
    { input: { ...square, type: half }, outputs: [{ ...v8, type: half }], metadata: detect },
    boxes(padded),
  ),
  yolo(
    'YOLOv8 detect, bytes in',
    noObjectness!,
    { input: { ...square, type: byte }, divisor: 255, outputs: [v8], metadata: detect },
    boxes(padded),
  ),
  yolo(
    'YOLOv8 detect batch=2',
    noObjectness!,
    {
      input: { ...square, shape: [2, 3, 32, 32] },
      outputs: [{ ...v8, shape: [2, 6, 3], values: [...v8.values, ...v8.values.map(() => 0.9)] }],
      metadata: ofYolo('detect', { batch: '2' }),
    },
    boxes(padded),
  ),
  yolo(
    'YOLO11 detect dynamic=True',
    noObjectness!,
    {
      input: { name: 'images', shape: ['batch', 3, 'height', 'width'] },
      outputs: [{ ...v8, declared: ['batch', 'Concatoutput0_dim_1', 'anchors'] }],
      metadata: ofYolo('detect', { imgsz: '[32, 32]' }),
    },
    boxes(padded),
  ),
  yolo(
    'YOLO11 detect nms=True max_det=3',
    'corners-score-label',
    { outputs: [suppressed], metadata: ofYolo('detect', { args: "{'nms': True, 'max_det': 3}" }) },
    boxes(padded),
  ),
  yolo(
    'YOLO11 detect nms=True dynamic=True',
    'corners-score-label',
    {
      input: { name: 'images', shape: ['batch', 3, 'height', 'width'] },
      outputs: [{ ...suppressed, declared: ['batch', 'Sliceoutput0_dim_1', 'Sliceoutput0_dim_2'] }],
      metadata: ofYolo('detect', { imgsz: '[32, 32]', args: "{'nms': True}" }),
    },
    boxes(padded),
  ),
  yolo('YOLO12 detect nms=True, without metadata', 'corners-score-label', { outputs: [suppressed] }, boxes(padded), [
    'there',
    'here',
  ]),
  yolo(
    'YOLOv10, YOLO26 detect, end to end',
    'corners-score-label',
    { outputs: [suppressed], metadata: ofYolo('detect', { end2end: 'True' }) },
    boxes(padded),
  ),
  yolo(
    'YOLO26 detect, as exported by default',
    noObjectness!,
    { outputs: [v8], metadata: ofYolo('detect', { end2end: 'False', head: 'Detect' }) },
    boxes(padded),
  ),
  yolo(
    'Ultralytics RT-DETR',
    'query-score-label',
    {
      outputs: [
        {
          name: 'output0',
          shape: [1, 2, 6],
          declared: ['a', 'b', 6],
          values: [...hereShare, red, 1, ...thereShare, 0.6, 0],
        },
      ],
      metadata: ofYolo('detect', { head: 'RTDETRDecoder' }),
    },
    boxes(filled),
  ),
  yolo(
    'Ultralytics RT-DETR before heads were named',
    'query-probabilities',
    {
      outputs: [{ name: 'output0', shape: [1, 2, 6], values: [...hereShare, 0.2, red, ...thereShare, 0.6, 0.1] }],
      metadata: ofYolo('detect', { description: 'Ultralytics RTDETR-l model' }),
    },
    boxes(filled),
  ),
  yolo(
    'YOLOv8 segment',
    'prototypes',
    {
      outputs: [{ name: 'output0', shape: [1, 8, 3], values: transposed(withWeights(withoutObjectness)) }, prototypes],
      metadata: ofYolo('segment'),
    },
    masks(padded),
  ),
  yolo(
    'YOLO26 segment nms=True',
    'prototypes',
    {
      outputs: [{ name: 'output0', shape: [1, 3, 8], values: withWeights(afterSuppression).flat() }, prototypes],
      metadata: ofYolo('segment', { args: "{'nms': True}" }),
    },
    masks(padded),
  ),
  yolo(
    'YOLO26 semantic',
    'class-map',
    {
      outputs: [
        {
          name: 'output0',
          shape: [1, 32, 32],
          type: byte,
          values: Array.from({ length: 1024 }, (_, at) => (at % 32 < 8 ? 0 : 1)),
        },
      ],
      metadata: ofYolo('semantic'),
    },
    ['there 1.000 0 0 16 32 512', 'here 1.000 16 0 48 32 1536'],
  ),
  yolo(
    'YOLO26 semantic of one class',
    'class-map',
    {
      outputs: [
        {
          name: 'output0',
          shape: [1, 32, 32],
          type: byte,
          values: Array.from({ length: 1024 }, (_, at) => (at % 32 < 8 ? 1 : 0)),
        },
      ],
      metadata: ofYolo('semantic', { names: "{0: 'here'}" }),
    },
    ['here 1.000 0 0 16 32 512'],
  ),
  yolo(
    'YOLO26 classify',
    'probabilities',
    {
      outputs: [{ name: 'output0', shape: [1, 2], values: [0, red], operator: 'Softmax' }],
      metadata: ofYolo('classify'),
    },
    [`here ${softmax(0, filled)[1]!.toFixed(3)}`, `there ${softmax(0, filled)[0]!.toFixed(3)}`],
  ),
]

interface Signature {
  readonly dialect: string
  readonly layout: string
  readonly model: Parameters<typeof fixedModel>[0]
  readonly says: string[]
  readonly labels?: string[]
}
const row = (exporter: string, { model, ...more }: Signature): ExporterRow => ({
  exporter,
  file: fixedModel(model),
  ...more,
})
const sure = 0.6
const logitOfSure = Math.log(sure / (1 - sure))
const coco = (label: number, logit: number) => Array.from({ length: 91 }, (_, at) => (at === label ? logit : -9))
const dets = { name: 'dets', shape: [1, 2, 4], values: [...hereShare, ...thereShare] }
const rfDetr = { dialect: 'rf-detr', layout: 'query-logits' }
const detr = { dialect: 'rt-detr', layout: 'boxes-labels-scores' }
const typed = ['there', 'here']
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
const quarter = (values: (column: number) => number) => Array.from({ length: 64 }, (_, at) => values(at % 8))

const ofDetrFamilies: ExporterRow[] = [
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

const ofDense: ExporterRow[] = [
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

export const exporterRows: readonly ExporterRow[] = [...ofYoloFamilies, ...ofDetrFamilies, ...ofDense].map((one) =>
  one.says[0]?.split(' ').length === 6 ? { ...one, says: sorted([...one.says]) } : one,
)
