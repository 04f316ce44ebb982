import type { ImageDefinition } from './image-definition.ts'
import { pytorchTraining } from './pytorch-training.ts'
import { integer } from './usual-parameters.ts'

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

const learningRate = 0.0005

export const torchvisionImages = {
  'vermilion/torchvision-detection': {
    ...pytorchTraining({ folder: 'torchvision-detection', inputSize: 640, learningRate, own: { depth } }),
    title: { en: 'Torchvision detection (FCOS)', zh: 'Torchvision 目标检测（FCOS）' },
    labelTypes: ['target-detection'],
  },
  'vermilion/torchvision-classification': {
    ...pytorchTraining({ folder: 'torchvision-classification', inputSize: 224, learningRate, own: { depth } }),
    title: { en: 'Torchvision classification (ResNet)', zh: 'Torchvision 图片分类（ResNet）' },
    labelTypes: ['picture-classification'],
    dataFormat: 'csv',
  },
  'vermilion/torchvision-segmentation': {
    ...pytorchTraining({ folder: 'torchvision-segmentation', inputSize: 512, learningRate, own: { light } }),
    title: { en: 'Torchvision segmentation (DeepLabV3)', zh: 'Torchvision 语义分割（DeepLabV3）' },
    labelTypes: ['semantic-segmentation'],
    dataFormat: 'mask',
  },
} as const satisfies Readonly<Record<string, ImageDefinition>>
