import { metadataKey, modelMetadata } from '@vermilion/contract/detection/model-metadata'
import type { DetectionLayout, ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { paddingGrey } from '@vermilion/contract/detection/letterbox'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { ModelDialect } from '@vermilion/contract/models/model-files'
import { readLabelsLiteral } from './labels-literal.ts'
import type { OnnxFacts, TensorFacts } from './onnx-facts.ts'

/** A model file that can be run, and how. */
export interface RecognizedModel {
  readonly dialect: ModelDialect
  readonly metadata: ModelMetadata
}

const float32 = 1
const float16 = 10
/** Names that exporters of Ultralytics and of this product give. */
const inputName = 'images'
const outputName = 'output0'
/** What the input is scaled to where the file does not say it. */
const largestSide = 4_096
/** Rows of a detector that takes doubles out itself. */
const usualRows = 300

const refuse = (reason: Text) => fail('model-file.unrecognized', { reason })

/** Fails as `model-file.unrecognized`, `model-file.unsafe`, `model-file.labels-missing` or `model-file.labels-differ`. */
export function recognizeModel(facts: OnnxFacts, typedLabels: readonly string[] | undefined): RecognizedModel {
  if (facts.hasExternalData) throw fail('model-file.unsafe', { reason: externalData })
  if (facts.foreignDomains.length > 0)
    throw fail('model-file.unsafe', { reason: foreignOperators(facts.foreignDomains.join(', ')) })
  const own = facts.metadata[metadataKey]
  if (own !== undefined) return { dialect: 'vermilion', metadata: ownMetadata(own) }
  return { dialect: 'ultralytics', metadata: detectorMetadata(facts, typedLabels) }
}

function ownMetadata(text: string): ModelMetadata {
  const parsed = modelMetadata.safeParse(parse(text))
  if (!parsed.success) throw refuse(otherVersion)
  return parsed.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function detectorMetadata(facts: OnnxFacts, typedLabels: readonly string[] | undefined): ModelMetadata {
  const { metadata } = facts
  const task = metadata['task'] ?? 'detect'
  if (task !== 'detect') throw refuse(otherTask(task))
  const input = facts.inputs.find(({ name }) => name === inputName)
  const output = facts.outputs.find(({ name }) => name === outputName)
  if (input === undefined || output === undefined || facts.inputs.length !== 1) throw refuse(otherNames(facts))
  for (const tensor of [input, output]) if (tensor.elementType === float16) throw refuse(halfPrecision)
  if (input.elementType !== float32 || output.elementType !== float32) throw refuse(otherNames(facts))
  const size = sideOf(input, metadata['imgsz'])
  const fileLabels = readLabelsLiteral(metadata['names'] ?? '')
  const labels = typedLabels ?? fileLabels
  if (labels === undefined) throw fail('model-file.labels-missing')
  if (fileLabels !== undefined && fileLabels.length !== labels.length)
    throw fail('model-file.labels-differ', { expected: fileLabels.length, given: labels.length })
  const layout = layoutOf(output, labels.length, metadata['end2end'] === 'True')
  if (layout === undefined) throw refuse(otherOutput(output, labels.length))
  return modelMetadata.parse({
    version: 1,
    task: 'detection',
    labels,
    input: {
      size,
      channels: 'rgb',
      mean: [0, 0, 0],
      scale: [1 / 255, 1 / 255, 1 / 255],
      letterbox: { grey: paddingGrey },
    },
    trainer: { name: 'ultralytics', version: metadata['version'] ?? '' },
    output: { layout, stride: Number.parseInt(metadata['stride'] ?? '', 10) || 32 },
    thresholds: { confidence: 0.25, overlap: 0.45 },
  })
}

/** Of a square input `(1, 3, side, side)`; where it takes any size, the side that the file names. */
function sideOf({ shape }: TensorFacts, imgsz = ''): number {
  const [batch, channels, height, width] = shape
  const [tall, wide = tall] = [...imgsz.matchAll(/\d+/g)].map(Number)
  const [rows, columns] = [height, width].map((side, index) => (typeof side === 'number' ? side : [tall, wide][index]))
  const isImage = shape.length === 4 && channels === 3 && (batch === 1 || typeof batch === 'string')
  if (!isImage || rows === undefined || rows !== columns || rows < 1 || rows > largestSide)
    throw refuse(otherInput(shape.join(' × ')))
  return rows
}

function layoutOf({ shape }: TensorFacts, labelCount: number, isEndToEnd: boolean): DetectionLayout | undefined {
  const [, rows, columns] = shape
  if (shape.length !== 3) return undefined
  if (columns === 6 && (isEndToEnd || rows === usualRows)) return 'corners-score-label'
  if (rows === 4 + labelCount) return 'centre-size-probabilities'
  if (columns === 5 + labelCount) return 'centre-size-objectness-probabilities'
  return undefined
}

const externalData: Text = {
  en: 'its weights lie in other files: export it as one file',
  zh: '权重存放在其他文件中，请导出为单个文件',
}
const foreignOperators = (domains: string): Text => ({
  en: `it needs operators that onnxruntime does not have (${domains}): export it without them`,
  zh: `需要 onnxruntime 没有的算子（${domains}），请导出时不使用它们`,
})
const otherVersion: Text = {
  en: 'it is of another version of Vermilion, or its description was changed',
  zh: '它来自其他版本的 Vermilion，或其说明已被修改',
}
const halfPrecision: Text = {
  en: 'it calculates in float16: export it in float32 (half=False)',
  zh: '它使用 float16 计算，请以 float32 导出（half=False）',
}
const otherTask = (task: string): Text => ({
  en: `models of the task "${task}" are not read yet, only those that detect (task=detect)`,
  zh: `暂不支持任务“${task}”的模型，目前仅支持目标检测（task=detect）`,
})
const otherInput = (shape: string): Text => ({
  en: `the input is ${shape}: a batch of one square picture in three planes (1 × 3 × side × side) is read`,
  zh: `输入为 ${shape}：仅支持一张三通道方形图片（1 × 3 × 边长 × 边长）`,
})
const otherOutput = ({ shape }: TensorFacts, labels: number): Text => ({
  en: `the output is ${shape.join(' × ')}, which for ${labels} labels is neither 1 × ${4 + labels} × n, 1 × n × ${5 + labels} nor 1 × n × 6`,
  zh: `输出为 ${shape.join(' × ')}；对于 ${labels} 个标签，应为 1 × ${4 + labels} × n、1 × n × ${5 + labels} 或 1 × n × 6`,
})
const namesOf = (tensors: readonly TensorFacts[]) => tensors.map(({ name }) => name).join(', ')
const otherNames = ({ inputs, outputs }: OnnxFacts): Text => ({
  en: `its inputs are ${namesOf(inputs)} and its outputs ${namesOf(outputs)}: one input "${inputName}" and an output "${outputName}" of float32 are read`,
  zh: `输入为 ${namesOf(inputs)}，输出为 ${namesOf(outputs)}：需要一个名为 ${inputName} 的输入和一个名为 ${outputName} 的 float32 输出`,
})
