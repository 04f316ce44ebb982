import { executorKinds, offerOf } from '@vermilion/contract/tasks/executors'
import { join } from 'node:path'
import { fineTuningVariables } from '@vermilion/contract/fine-tunings/starter'
import { sayInBoth, type Text } from '@vermilion/contract/kernel/text'
import type { TrainingImage } from '@vermilion/contract/tasks'
import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { boardImages } from './board-images.ts'
import { diffusersImages } from './diffusers-images.ts'
import { starterMaterials } from './starter-materials.ts'
import { torchvisionImages } from './torchvision-images.ts'
import { transformersImages } from './transformers-images.ts'
import { trainerCode, trainerProgram } from './trainer-program.ts'
import {
  batch,
  epochs,
  inferenceParameters,
  inputSize,
  integer,
  learningRate,
  seed,
  tileParameters,
} from './usual-parameters.ts'

export type { CommandParts, ImageDefinition } from './image-definition.ts'

export const isProgram = ({ address }: Pick<ImageDefinition, 'address'>) => address.startsWith('builtin:')

export const otherPool = (image: Pick<ImageDefinition, 'address' | 'onDevice'>): Text => {
  if (image.onDevice === true)
    return { en: 'it runs on a device, not in a pool', zh: '它在设备上运行，而不是在资源池中' }
  return isProgram(image)
    ? {
        en: 'it is a program of this installation, which runs without a container. Choose a pool of this machine, such as local',
        zh: '它是本系统自带的程序，不在容器中运行。请选择本机资源池，例如 local',
      }
    : {
        en: 'it is a container image, and this pool runs programs of the machine. Choose a pool with Docker or Podman',
        zh: '它是容器镜像，而该资源池直接运行本机程序。请选择使用 Docker 或 Podman 的资源池',
      }
}

export type ImageCatalogue = Readonly<Record<string, ImageDefinition>>

/** Names in an inference's data folder: the model, and the list of images. */
export const inferenceData = { model: 'model.onnx', images: 'images.json' } as const

const largerTrainers = {
  detection: { en: 'D-FINE or RF-DETR', zh: 'D-FINE 或 RF-DETR' },
  classification: { en: 'a network of timm', zh: 'timm 的网络' },
  segmentation: { en: 'SegFormer', zh: 'SegFormer' },
} as const satisfies Record<string, Text>

const starterWords: Text = {
  en: 'A small network for a plain processor. With many images and an NVIDIA accelerator, {larger} in this list tells smaller and finer things apart.',
  zh: '适合普通处理器的小型网络。图片多且有 NVIDIA 加速卡时，此列表中的 {larger} 能识别更小、更细微的目标。',
}

function starter(task: 'detection' | 'classification' | 'segmentation') {
  return {
    description: sayInBoth(starterWords, { larger: largerTrainers[task] }),
    code: trainerCode,
    framework: 'onnxruntime',
    taskKind: 'training',
    checkpoint: 'last.ckpt',
    writes: ['results.csv', 'progress.json', 'best.onnx', 'last.ckpt', 'report.json', 'figures/'],
    parameters: {
      epochs: { ...epochs, default: 60, maximum: 1_000 },
      inputSize: { ...inputSize, default: 128, minimum: 64, maximum: 640 },
      width: integer('Network width', '网络宽度', [16, 8, 64], {
        hint: {
          en: 'Channels of the network. Wider tells finer differences, and takes longer.',
          zh: '网络的通道数：越宽越能区分细微差别，耗时也越长。',
        },
      }),
      batch: { ...batch, default: 16, maximum: 256 },
      learningRate,
      seed,
    },
    command: ({ dataFolder, outputFolder, parameters }) => [
      process.execPath,
      trainerProgram('train'),
      ...parameterOptions({ task, data: dataFolder, output: outputFolder, ...parameters }),
    ],
  } as const satisfies Omit<ImageDefinition, 'title' | 'address' | 'labelTypes'>
}

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
    // Unlike class folders, a table supports several classes per image.
    dataFormat: 'csv',
  },
  'vermilion/starter-segmenter': {
    ...starter('segmentation'),
    title: { en: 'Starter segmenter', zh: '入门语义分割' },
    address: 'builtin:starter-segmenter',
    labelTypes: ['semantic-segmentation'],
  },
  'vermilion/starter-materials': starterMaterials,
  'vermilion/onnx-inference': {
    title: { en: 'ONNX inference', zh: 'ONNX 推理' },
    address: 'builtin:onnx-inference',
    code: trainerCode,
    framework: 'onnxruntime',
    taskKind: 'cloud-inference',
    labelTypes: ['target-detection', 'picture-classification', 'semantic-segmentation'],
    writes: ['predictions.jsonl', 'report.json'],
    parameters: { ...inferenceParameters, ...tileParameters },
    command: ({ dataFolder, outputFolder, parameters }) => [
      process.execPath,
      trainerProgram('infer'),
      ...parameterOptions({
        model: join(dataFolder, inferenceData.model),
        images: join(dataFolder, inferenceData.images),
        output: outputFolder,
        ...parameters,
      }),
    ],
  },
  ...boardImages,
  ...torchvisionImages,
  ...transformersImages,
  ...diffusersImages,
}

/** Unknown values appear as `{name}`. */
const namedVariables = Object.fromEntries(Object.values(fineTuningVariables).map((name) => [name, `{${name}}`]))

export const placeholders = {
  dataFolder: '{mountPath}',
  outputFolder: '{outputPath}',
  parameters: '{parameters}',
} as const

export function describeImages(catalogue: ImageCatalogue): TrainingImage[] {
  return Object.entries(catalogue).map(([name, image]) => describeImage(name, image))
}

export function describeImage(name: string, image: ImageDefinition): TrainingImage {
  const { dataFolder, outputFolder, parameters } = placeholders
  const command = image.command({ dataFolder, outputFolder, parameters: {}, environment: namedVariables })
  const rest = command.includes(parameters) || Object.keys(image.parameters).length === 0 ? [] : [parameters]
  return {
    id: image.own?.id ?? null,
    name,
    title: image.title,
    ...(image.description && { description: image.description }),
    address: image.address,
    framework: image.framework,
    taskKind: image.taskKind,
    generates: image.generates ?? false,
    labelTypes: [...image.labelTypes],
    dataFormat: image.dataFormat ?? 'coco',
    parameters: { ...image.parameters },
    command: [...command, ...rest],
    executors: executorKinds.filter((kind) => {
      const { images, environments = false, device = false } = offerOf(kind)
      if (environments && image.python !== undefined) return true
      return device === (image.onDevice ?? false) && images !== isProgram(image)
    }),
    accelerators: [...(image.accelerators ?? [])],
    writes: [...(image.writes ?? [])],
    check: image.own?.check ?? null,
  }
}
