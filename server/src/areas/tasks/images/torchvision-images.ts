import type { ParameterDefinition } from '@vermilion/contract/tasks/image-parameters'
import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { batch, epochs, inputSize, seed } from './usual-parameters.ts'

const version = '0.1'

const depth: ParameterDefinition = {
  kind: 'integer',
  label: { en: 'Layers of the ResNet (18, 34, 50, 101, 152)', zh: 'ResNet 层数（18、34、50、101、152）' },
  default: 50,
  minimum: 18,
  maximum: 152,
}
const light: ParameterDefinition = {
  kind: 'integer',
  label: { en: 'Small network (1: MobileNetV3, 0: ResNet-50)', zh: '小型网络（1：MobileNetV3，0：ResNet-50）' },
  default: 0,
  minimum: 0,
  maximum: 1,
}

interface Torchvision {
  task: 'detection' | 'classification' | 'segmentation'
  inputSize: number
  own: Readonly<Record<string, ParameterDefinition>>
}

function torchvision({ task, inputSize: size, own }: Torchvision) {
  return {
    address: `localhost/vermilion/torchvision-${task}:${version}`,
    framework: 'pytorch',
    taskKind: 'training',
    accelerators: ['nvidia'],
    checkpoint: 'last.ckpt',
    writes: ['results.csv', 'progress.json', 'best.onnx', 'last.onnx', 'last.ckpt', 'figures/'],
    parameters: {
      epochs: { ...epochs, default: 30, maximum: 10_000 },
      inputSize: { ...inputSize, default: size, minimum: 32, maximum: 2_048 },
      ...own,
      batch: { ...batch, default: 8, maximum: 1_024 },
      learningRate: {
        kind: 'number',
        label: { en: 'Learning rate', zh: '学习率' },
        default: 0.0005,
        minimum: 0.0000001,
        maximum: 1,
      },
      patience: {
        kind: 'integer',
        label: { en: 'Epochs without a better validation', zh: '验证无改善的最多轮数' },
        default: 10,
        minimum: 1,
        maximum: 10_000,
      },
      workers: {
        kind: 'integer',
        label: { en: 'Processes that read images', zh: '读取图片的进程数' },
        default: 2,
        minimum: 0,
        maximum: 64,
      },
      seed,
    },
    command: ({ dataFolder, outputFolder, parameters }) => [
      `/opt/vermilion/torchvision-${task}/train.py`,
      '--data',
      dataFolder,
      '--output',
      outputFolder,
      ...parameterOptions(parameters),
    ],
  } as const satisfies Omit<ImageDefinition, 'title' | 'labelTypes'>
}

export const torchvisionImages = {
  'vermilion/torchvision-detection': {
    ...torchvision({ task: 'detection', inputSize: 640, own: { depth } }),
    title: { en: 'Torchvision detection (FCOS)', zh: 'Torchvision 目标检测（FCOS）' },
    labelTypes: ['target-detection'],
  },
  'vermilion/torchvision-classification': {
    ...torchvision({ task: 'classification', inputSize: 224, own: { depth } }),
    title: { en: 'Torchvision classification (ResNet)', zh: 'Torchvision 图片分类（ResNet）' },
    labelTypes: ['picture-classification'],
    dataFormat: 'csv',
  },
  'vermilion/torchvision-segmentation': {
    ...torchvision({ task: 'segmentation', inputSize: 512, own: { light } }),
    title: { en: 'Torchvision segmentation (DeepLabV3)', zh: 'Torchvision 语义分割（DeepLabV3）' },
    labelTypes: ['semantic-segmentation'],
    dataFormat: 'mask',
  },
} as const satisfies Readonly<Record<string, ImageDefinition>>
