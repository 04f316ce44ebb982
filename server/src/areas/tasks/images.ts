import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FormatId } from '@vermilion/contract/formats/registry'
import type { TrainingImage } from '@vermilion/contract/tasks'

/** What a command is put together from. Folders are absolute. */
export interface CommandParts {
  dataFolder: string
  outputFolder: string
  parameters: Readonly<Record<string, number>>
}

export interface ImageDefinition extends Omit<TrainingImage, 'name' | 'labelTypes' | 'parameters'> {
  readonly labelTypes: readonly string[]
  readonly parameters: Readonly<TrainingImage['parameters']>
  /** How it reads a dataset; COCO where it does not say. */
  readonly dataFormat?: FormatId
  /** The program by absolute path and its arguments. Never a line for a shell. */
  command(parts: CommandParts): [string, ...string[]]
  /** A file below the output folder from which a run that was lost can go on. */
  readonly checkpoint?: string
  /** The folder of its program, where that is a part of this installation. */
  readonly code?: string
}

/** Whether an image is a program of this installation, and not one that an engine fetches. */
export const isProgram = ({ address }: Pick<ImageDefinition, 'address'>) => address.startsWith('builtin:')

export type ImageCatalogue = Readonly<Record<string, ImageDefinition>>

const trainerCode = fileURLToPath(new URL('../../../../trainer/src', import.meta.url))
const trainerProgram = (name: string) => fileURLToPath(new URL(`../../../../trainer/src/${name}.ts`, import.meta.url))

/** What an inference finds in its data folder: the model, and the list of images to run it on. */
export const inferenceData = { model: 'model.onnx', images: 'images.json' } as const

/** What the starter images share: one program, told what to train. */
function starter(task: 'detection' | 'classification' | 'segmentation') {
  return {
    code: trainerCode,
    framework: 'onnxruntime',
    taskKind: 'training',
    checkpoint: 'last.ckpt',
    parameters: {
      epochs: { kind: 'integer', label: { en: 'Epochs', zh: '训练轮数' }, default: 60, minimum: 1, maximum: 1_000 },
      inputSize: {
        kind: 'integer',
        label: { en: 'Input size', zh: '输入尺寸' },
        default: 128,
        minimum: 64,
        maximum: 640,
        step: 32,
      },
      width: { kind: 'integer', label: { en: 'Network width', zh: '网络宽度' }, default: 16, minimum: 8, maximum: 64 },
      batch: { kind: 'integer', label: { en: 'Batch size', zh: '批大小' }, default: 16, minimum: 1, maximum: 256 },
      learningRate: {
        kind: 'number',
        label: { en: 'Learning rate', zh: '学习率' },
        default: 0.002,
        minimum: 0.00001,
        maximum: 0.1,
      },
      seed: {
        kind: 'integer',
        label: { en: 'Random seed', zh: '随机种子' },
        default: 1,
        minimum: 0,
        maximum: 2_147_483_647,
      },
    },
    command: ({ dataFolder, outputFolder, parameters }) => [
      process.execPath,
      trainerProgram('train'),
      '--task',
      task,
      '--data',
      dataFolder,
      '--output',
      outputFolder,
      ...options(parameters),
    ],
  } as const satisfies Omit<ImageDefinition, 'title' | 'address' | 'labelTypes'>
}

/** The training images by name. They are programs of this installation, run by the local executor. */
export const builtinImages: ImageCatalogue = {
  'vermilion/starter-detector': {
    ...starter('detection'),
    title: { en: 'Starter detector', zh: '入门目标检测' },
    address: 'builtin:starter-detector',
    labelTypes: ['target-detection'],
  },
  'vermilion/starter-classifier': {
    ...starter('classification'),
    title: { en: 'Starter classifier', zh: '入门图片分类' },
    address: 'builtin:starter-classifier',
    labelTypes: ['picture-classification'],
    // Unlike folders of classes, a table can say several classes of one image.
    dataFormat: 'csv',
  },
  'vermilion/starter-segmenter': {
    ...starter('segmentation'),
    title: { en: 'Starter segmenter', zh: '入门语义分割' },
    address: 'builtin:starter-segmenter',
    labelTypes: ['semantic-segmentation'],
  },
  'vermilion/onnx-inference': {
    title: { en: 'ONNX inference', zh: 'ONNX 推理' },
    address: 'builtin:onnx-inference',
    code: trainerCode,
    framework: 'onnxruntime',
    taskKind: 'cloud-inference',
    labelTypes: ['target-detection', 'picture-classification', 'semantic-segmentation'],
    parameters: {
      confidence: {
        kind: 'number',
        label: { en: 'Minimum confidence', zh: '最低置信度' },
        default: 0.25,
        minimum: 0.01,
        maximum: 1,
      },
      overlap: {
        kind: 'number',
        label: { en: 'Maximum overlap (IoU)', zh: '最大重叠（IoU）' },
        default: 0.45,
        minimum: 0.1,
        maximum: 1,
      },
    },
    command: ({ dataFolder, outputFolder, parameters }) => [
      process.execPath,
      trainerProgram('infer'),
      '--model',
      join(dataFolder, inferenceData.model),
      '--images',
      join(dataFolder, inferenceData.images),
      '--output',
      outputFolder,
      ...options(parameters),
    ],
  },
}

/** `inputSize: 128` as `--input-size 128`. */
function options(parameters: Readonly<Record<string, number>>): string[] {
  return Object.entries(parameters).flatMap(([name, value]) => [
    `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ])
}

export function describeImages(catalogue: ImageCatalogue): TrainingImage[] {
  return Object.entries(catalogue).map(([name, image]) => ({
    name,
    title: image.title,
    address: image.address,
    framework: image.framework,
    taskKind: image.taskKind,
    labelTypes: [...image.labelTypes],
    parameters: { ...image.parameters },
  }))
}
