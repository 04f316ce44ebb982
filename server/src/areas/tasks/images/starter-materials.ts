import { fineTuningVariables, usualBase } from '@vermilion/contract/fine-tunings/starter'
import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { trainerCode, trainerProgram } from './trainer-program.ts'
import { learningRate, seed } from './usual-parameters.ts'

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
    rank: {
      kind: 'integer',
      label: { en: 'Rank', zh: '秩（rank）' },
      hint: { en: 'How much the LoRA can hold. More learns finer detail.', zh: 'LoRA 的容量：越大越能学到细节。' },
      default: 8,
      minimum: 1,
      maximum: 64,
    },
    alpha: { kind: 'number', label: { en: 'Alpha', zh: 'Alpha' }, default: 8, minimum: 0.1, maximum: 128 },
    steps: {
      kind: 'integer',
      label: { en: 'Steps', zh: '训练步数' },
      hint: { en: 'More take longer, and come closer to the pictures.', zh: '越多耗时越长，也越接近样图。' },
      default: 400,
      minimum: 1,
      maximum: 20_000,
    },
    resolution: {
      kind: 'integer',
      label: { en: 'Resolution', zh: '分辨率' },
      default: 64,
      minimum: 32,
      maximum: 128,
      step: 8,
    },
    batch: { kind: 'integer', label: { en: 'Batch size', zh: '批大小' }, default: 16, minimum: 1, maximum: 128 },
    learningRate,
    sampleEvery: {
      kind: 'integer',
      label: { en: 'Steps between samples', zh: '采样间隔（步）' },
      default: 50,
      minimum: 1,
      maximum: 20_000,
    },
    samples: {
      kind: 'integer',
      label: { en: 'Samples each time', zh: '每次样张数' },
      default: 4,
      minimum: 1,
      maximum: 16,
    },
    seed,
  },
  command: ({ dataFolder, outputFolder, parameters, environment }) => [
    process.execPath,
    trainerProgram('fine-tune'),
    '--data',
    dataFolder,
    '--output',
    outputFolder,
    '--name',
    environment[loraName] ?? 'lora',
    // `--name=value` keeps texts that begin with a dash from parsing as options.
    `--trigger=${environment[triggerWords] ?? ''}`,
    '--base',
    environment[base] ?? usualBase,
    ...parameterOptions(parameters),
  ],
}
