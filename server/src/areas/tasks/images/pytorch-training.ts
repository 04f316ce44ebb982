import type { ParameterDefinition } from '@vermilion/contract/tasks/image-parameters'
import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { batch, epochs, inputSize, integer, number, seed } from './usual-parameters.ts'

/** Tag of the images; raise it with the content of `images/`. */
const version = '0.2'

interface PyTorchTraining {
  /** Name of the folder in `images/`, and of the image. */
  folder: string
  inputSize: number
  learningRate: number
  epochs?: number
  patience?: number
  own: Readonly<Record<string, ParameterDefinition>>
}

/** What all trainings that share `images/torchvision` take and write. */
export function pytorchTraining(training: PyTorchTraining) {
  const { folder, inputSize: side, learningRate, epochs: count = 30, patience = 10, own } = training
  return {
    address: `localhost/vermilion/${folder}:${version}`,
    framework: 'pytorch',
    taskKind: 'training',
    accelerators: ['nvidia'],
    python: { folder, program: 'train.py', locks: 'torchvision', oldest: '3.11' },
    checkpoint: 'last.ckpt',
    writes: ['results.csv', 'progress.json', 'best.onnx', 'last.onnx', 'last.ckpt', 'figures/'],
    parameters: {
      epochs: { ...epochs, default: count, maximum: 10_000 },
      inputSize: { ...inputSize, default: side, minimum: 32, maximum: 2_048 },
      ...own,
      batch: { ...batch, default: 8, maximum: 1_024 },
      learningRate: number('Learning rate', '学习率', [learningRate, 0.0000001, 1]),
      patience: integer('Epochs without a better validation', '验证无改善的最多轮数', [patience, 1, 10_000]),
      flip: number('Mirrored images', '镜像图片的比例', [0.5, 0, 1], {
        hint: {
          en: 'Share of the training images that are mirrored. 0 where left and right differ, as in writing.',
          zh: '训练时左右镜像的图片比例；左右有别（如文字）时设为 0。',
        },
      }),
      zoom: number('Zoom', '缩放', [0.5, 0, 2], {
        hint: {
          en: 'Training images are shown in part or smaller: 1 is from half to twice the size, 0 leaves them as they are.',
          zh: '训练时截取局部或缩小图片：1 表示从一半到两倍大小，0 表示不变。',
        },
      }),
      colour: number('Change of colour', '颜色变化', [0.2, 0, 1], {
        hint: {
          en: 'How much brightness, contrast and saturation change at most.',
          zh: '亮度、对比度和饱和度变化的最大幅度。',
        },
      }),
      mixedPrecision: integer('Mixed precision (1: on, 0: off)', '混合精度（1：开，0：关）', [1, 0, 1], {
        hint: {
          en: 'Faster, with half the memory, on NVIDIA accelerators since Ampere; elsewhere it changes nothing.',
          zh: '在 Ampere 及更新的 NVIDIA 加速卡上更快、显存减半；其他设备上不起作用。',
        },
      }),
      workers: integer('Processes that read images', '读取图片的进程数', [2, 0, 64]),
      seed,
    },
    command: ({ dataFolder, outputFolder, parameters }) => [
      `/opt/vermilion/${folder}/train.py`,
      ...parameterOptions({ data: dataFolder, output: outputFolder, ...parameters }),
    ],
  } as const satisfies Omit<ImageDefinition, 'title' | 'labelTypes'>
}
