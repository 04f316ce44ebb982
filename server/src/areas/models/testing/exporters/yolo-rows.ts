import { elements, fixedModel } from './fixed-outputs.ts'
import {
  boxes,
  type ExporterRow,
  filled,
  hereCentre,
  hereCorners,
  hereShare,
  padded,
  red,
  softmax,
  square,
  thereCentre,
  thereCorners,
  thereShare,
} from './signatures.ts'

const { byte, half } = elements
const names = "{0: 'there', 1: 'here'}"
const ofYolo = (task: string, more: Record<string, string> = {}) => ({ task, stride: '32', names, ...more })
const transposed = (rows: readonly (readonly number[])[]) => rows[0]!.flatMap((_, at) => rows.map((row) => row[at]!))

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

const masks = (score: number): string[] => ['there 0.600 0 0 16 16 256', `here ${score.toFixed(3)} 24 8 16 16 256`]

type YoloModel = Omit<Parameters<typeof fixedModel>[0], 'input'> & {
  readonly input?: Parameters<typeof fixedModel>[0]['input']
}
const yolo = (exporter: string, layout: string, model: YoloModel, says: string[], labels?: string[]): ExporterRow => ({
  exporter,
  dialect: 'ultralytics',
  layout,
  file: fixedModel({ input: square, ...model }),
  ...(labels && { labels }),
  says,
})
const [noObjectness, objectness] = ['centre-size-probabilities', 'centre-size-objectness-probabilities']
const detect = ofYolo('detect')

export const yoloRows: ExporterRow[] = [
  yolo(
    'YOLOv5 export.py',
    objectness,
    {
      outputs: [{ name: 'output0', shape: [1, 3, 7], values: withObjectness.flat() }],
      metadata: { stride: '32', names },
    },
    boxes(padded),
  ),
  yolo(
    'YOLOv5 of 2021, with its grids',
    objectness,
    { outputs: [{ name: 'output', shape: [1, 3, 7], values: withObjectness.flat() }, ...grids] },
    boxes(padded),
    ['there', 'here'],
  ),
  yolo(
    'YOLOv6',
    objectness,
    { outputs: [{ name: 'outputs', shape: [1, 3, 7], values: withObjectness.flat() }] },
    boxes(padded),
    ['there', 'here'],
  ),
  yolo(
    'YOLOv7 --grid',
    objectness,
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
          operator: 'Concat',
          values: [0, ...hereCorners, 1, red, 0, ...thereCorners, 0, 0.6],
        },
      ],
    },
    boxes(padded),
    ['there', 'here'],
  ),
  yolo('YOLOv8 detect', noObjectness, { outputs: [v8], metadata: detect }, boxes(padded)),
  yolo(
    'YOLOv8 detect imgsz=16,32',
    noObjectness,
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
    noObjectness,
    { input: { ...square, type: half }, outputs: [{ ...v8, type: half }], metadata: detect },
    boxes(padded),
  ),
  yolo(
    'YOLOv8 detect, bytes in',
    noObjectness,
    { input: { ...square, type: byte }, divisor: 255, outputs: [v8], metadata: detect },
    boxes(padded),
  ),
  yolo(
    'YOLOv8 detect batch=2',
    noObjectness,
    {
      input: { ...square, shape: [2, 3, 32, 32] },
      outputs: [{ ...v8, shape: [2, 6, 3], values: [...v8.values, ...v8.values] }],
      metadata: ofYolo('detect', { batch: '2' }),
    },
    boxes(padded),
  ),
  yolo(
    'YOLO11 detect dynamic=True',
    noObjectness,
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
    noObjectness,
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
