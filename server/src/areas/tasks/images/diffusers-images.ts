import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { integer, number, seed } from './usual-parameters.ts'

/** Tag of the images built from `images/`; raise it with their content. */
const version = '0.1'

const side = (en: string, zh: string) => integer(en, zh, [512, 32, 2_048], { step: 16 })

function diffusers(name: 'diffusers-lora' | 'diffusers-generate', program: string) {
  return {
    address: `localhost/vermilion/${name}:${version}`,
    framework: 'diffusers',
    accelerators: ['nvidia'],
    labelTypes: [],
    command: ({ dataFolder, outputFolder, parameters }) => [
      `/opt/vermilion/${name}/${program}`,
      ...parameterOptions({ data: dataFolder, output: outputFolder, ...parameters }),
    ],
  } as const satisfies Partial<ImageDefinition>
}

export const diffusersImages = {
  'vermilion/diffusers-lora': {
    ...diffusers('diffusers-lora', 'train.py'),
    title: { en: 'Diffusers LoRA (SD 1.5, SDXL, Flux)', zh: 'Diffusers LoRA 微调（SD 1.5、SDXL、Flux）' },
    taskKind: 'fine-tuning',
    checkpoint: 'checkpoint',
    writes: ['results.csv', 'progress.json', 'checkpoint', 'samples/', '{LORA_NAME}.safetensors'],
    parameters: {
      rank: integer('Rank', '秩（rank）', [16, 1, 256]),
      alpha: number('Alpha', 'Alpha', [16, 0.1, 256]),
      steps: integer('Steps', '训练步数', [1_500, 1, 1_000_000]),
      resolution: side('Resolution', '分辨率'),
      batch: integer('Batch size', '批大小', [1, 1, 64]),
      learningRate: number('Learning rate', '学习率', [0.0001, 0.0000001, 0.1]),
      sampleEvery: integer('Steps between samples', '采样间隔（步）', [250, 1, 1_000_000]),
      samples: integer('Samples each time', '每次样张数', [4, 1, 16]),
      seed,
    },
  },
  'vermilion/diffusers-generate': {
    ...diffusers('diffusers-generate', 'generate.py'),
    title: { en: 'Diffusers generation with a LoRA', zh: 'Diffusers LoRA 生成' },
    taskKind: 'training',
    generates: true,
    writes: ['progress.json', 'image-00000.png'],
    parameters: {
      strength: number('LoRA strength', 'LoRA 强度', [1, 0, 2]),
      count: integer('Images of each prompt', '每条提示词的图片数', [4, 1, 100_000]),
      steps: integer('Steps of an image', '每张图片的步数', [30, 1, 200]),
      width: side('Width', '宽度'),
      height: side('Height', '高度'),
      guidance: number('Guidance', '引导强度', [7, 0, 30]),
      seed,
    },
  },
} as const satisfies Readonly<Record<string, ImageDefinition>>
