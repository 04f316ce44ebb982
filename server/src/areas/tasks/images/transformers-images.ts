import type { Text } from '@vermilion/contract/kernel/text'
import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { pytorchTraining } from './pytorch-training.ts'
import { integer } from './usual-parameters.ts'

/** Networks of the program, with the names of their sizes from 1 on. */
const networks = {
  'd-fine': { title: 'D-FINE', sizes: ['N', 'S', 'M', 'L', 'X'], inputSize: 640, task: 'detection' },
  'rf-detr': { title: 'RF-DETR', sizes: ['Nano', 'Small', 'Medium', 'Large'], inputSize: 384, task: 'detection' },
  segformer: { title: 'SegFormer', sizes: ['B0', 'B1', 'B2', 'B3', 'B4', 'B5'], inputSize: 512, task: 'segmentation' },
  timm: {
    title: 'MobileNetV4, ConvNeXt',
    sizes: ['MobileNetV4 S', 'MobileNetV4 M', 'EfficientNetV2 S', 'ConvNeXt T', 'ConvNeXt B'],
    inputSize: 224,
    task: 'classification',
  },
} as const

const tasks = {
  detection: { title: { en: 'detection', zh: '目标检测' }, labelTypes: ['target-detection'] },
  segmentation: {
    title: { en: 'segmentation', zh: '语义分割' },
    labelTypes: ['semantic-segmentation'],
    dataFormat: 'mask',
  },
  classification: {
    title: { en: 'classification', zh: '图片分类' },
    labelTypes: ['picture-classification'],
    dataFormat: 'csv',
  },
} as const satisfies Readonly<
  Record<string, { title: Text; labelTypes: readonly string[]; dataFormat?: ImageDefinition['dataFormat'] }>
>

const description: Text = {
  en: 'Networks of transformers and timm, under Apache 2.0. Training begins from nothing, without pretrained weights: it takes many images and epochs, and an NVIDIA accelerator unless the images are few and small.',
  zh: '网络来自 transformers 和 timm（Apache 2.0 许可）。没有预训练权重，从零开始训练：需要大量图片和轮次；除非图片少而小，否则需要 NVIDIA 加速卡。',
}

function imageOf(network: keyof typeof networks): ImageDefinition {
  const { title, sizes, inputSize, task } = networks[network]
  const { title: taskTitle, ...own } = tasks[task]
  const list = (separator: string) => sizes.map((size, index) => `${index + 1} ${size}`).join(separator)
  const training = pytorchTraining({
    folder: 'transformers',
    inputSize,
    learningRate: 0.0002,
    epochs: 100,
    patience: 20,
    own: {
      size: integer(`Network (${list(', ')})`, `网络（${list('、')}）`, [1, 1, sizes.length], {
        hint: {
          en: 'The smallest learns soonest. Larger ones tell finer differences, take longer, and take more memory.',
          zh: '最小的网络学得最快；越大越能区分细微差别，耗时越长，占用内存也越多。',
        },
      }),
    },
  })
  return {
    ...training,
    ...own,
    description,
    python: { folder: 'transformers', program: 'train.py', oldest: '3.11' },
    title: { en: `${title}: ${taskTitle.en}`, zh: `${title}：${taskTitle.zh}` },
    command: (parts) => [...training.command(parts), ...parameterOptions({ network })],
  }
}

export const transformersImages = {
  'vermilion/d-fine': imageOf('d-fine'),
  'vermilion/rf-detr': imageOf('rf-detr'),
  'vermilion/segformer': imageOf('segformer'),
  'vermilion/timm': imageOf('timm'),
} as const satisfies Readonly<Record<string, ImageDefinition>>
