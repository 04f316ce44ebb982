import type { ParameterDefinition } from '@vermilion/contract/tasks/image-parameters'
import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { batch, epochs, inputSize, integer, number, seed } from './usual-parameters.ts'

const version = '0.1'

const depth = integer(
  'Layers of the ResNet (18, 34, 50, 101, 152)',
  'ResNet 层数（18、34、50、101、152）',
  [50, 18, 152],
)
const light = integer(
  'Small network (1: MobileNetV3, 0: ResNet-50)',
  '小型网络（1：MobileNetV3，0：ResNet-50）',
  [0, 0, 1],
)

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
    python: { folder: `torchvision-${task}`, program: 'train.py', locks: 'torchvision', oldest: '3.11' },
    checkpoint: 'last.ckpt',
    writes: ['results.csv', 'progress.json', 'best.onnx', 'last.onnx', 'last.ckpt', 'figures/'],
    parameters: {
      epochs: { ...epochs, default: 30, maximum: 10_000 },
      inputSize: { ...inputSize, default: size, minimum: 32, maximum: 2_048 },
      ...own,
      batch: { ...batch, default: 8, maximum: 1_024 },
      learningRate: number('Learning rate', '学习率', [0.0005, 0.0000001, 1]),
      patience: integer('Epochs without a better validation', '验证无改善的最多轮数', [10, 1, 10_000]),
      workers: integer('Processes that read images', '读取图片的进程数', [2, 0, 64]),
      seed,
    },
    command: ({ dataFolder, outputFolder, parameters }) => [
      `/opt/vermilion/torchvision-${task}/train.py`,
      ...parameterOptions({ data: dataFolder, output: outputFolder, ...parameters }),
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
