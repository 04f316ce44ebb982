import { fineTuningVariables, usualBase } from '@vermilion/contract/fine-tunings/starter'
import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { trainerCode, trainerProgram } from './trainer-program.ts'
import { integer, learningRate, number, seed } from './usual-parameters.ts'

const { loraName, triggerWords, base } = fineTuningVariables

export const starterMaterials: ImageDefinition = {
  title: { en: 'Starter materials', zh: '入门材质微调' },
  address: 'builtin:starter-materials',
  code: trainerCode,
  framework: 'onnxruntime',
  taskKind: 'fine-tuning',
  labelTypes: [],
  checkpoint: 'checkpoint',
  writes: ['results.csv', 'progress.json', 'checkpoint', 'samples/', '{LORA_NAME}.safetensors'],
  parameters: {
    rank: integer('Rank', '秩（rank）', [8, 1, 64], {
      hint: { en: 'How much the LoRA can hold. More learns finer detail.', zh: 'LoRA 的容量：越大越能学到细节。' },
    }),
    alpha: number('Alpha', 'Alpha', [8, 0.1, 128]),
    steps: integer('Steps', '训练步数', [400, 1, 20_000], {
      hint: { en: 'More take longer, and come closer to the pictures.', zh: '越多耗时越长，也越接近样图。' },
    }),
    resolution: integer('Resolution', '分辨率', [64, 32, 128], { step: 8 }),
    batch: integer('Batch size', '批大小', [16, 1, 128]),
    learningRate,
    sampleEvery: integer('Steps between samples', '采样间隔（步）', [50, 1, 20_000]),
    samples: integer('Samples each time', '每次样张数', [4, 1, 16]),
    seed,
  },
  command: ({ dataFolder, outputFolder, parameters, environment }) => [
    process.execPath,
    trainerProgram('fine-tune'),
    ...parameterOptions({ data: dataFolder, output: outputFolder, name: environment[loraName] ?? 'lora' }),
    // `--name=value` keeps texts that begin with a dash from parsing as options.
    `--trigger=${environment[triggerWords] ?? ''}`,
    ...parameterOptions({ base: environment[base] ?? usualBase, ...parameters }),
  ],
}
