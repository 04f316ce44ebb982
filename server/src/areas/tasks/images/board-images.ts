import type { InferenceRuntime } from '@vermilion/contract/devices/facts'
import { boardRuntimes, imageOfRuntime, maxSustainedSeconds } from '@vermilion/contract/board-inferences'
import { fileURLToPath } from 'node:url'
import type { ImageDefinition } from './image-definition.ts'
import { parameterOptions } from './parameter-options.ts'
import { inferenceParameters, integer } from './usual-parameters.ts'

const folder = fileURLToPath(new URL('../../../../../images/board-inference', import.meta.url))

export const boardProgram = { file: `${folder}/infer.py`, name: 'infer.py' } as const

function imageOf(runtime: InferenceRuntime): ImageDefinition {
  return {
    title: boardRuntimes[runtime],
    address: `builtin:board-inference-${runtime}`,
    code: folder,
    framework: runtime,
    taskKind: 'board-inference',
    onDevice: true,
    // A lost run continues from the output folder, whatever it contains.
    checkpoint: '.',
    lostRestarts: 20,
    labelTypes: ['target-detection', 'picture-classification', 'semantic-segmentation'],
    writes: ['predictions.jsonl', 'report.json'],
    parameters: {
      ...inferenceParameters,
      sustainedSeconds: integer('Sustained measurement (s)', '持续测速时长（秒）', [30, 0, maxSustainedSeconds]),
    },
    command: ({ dataFolder, outputFolder, parameters }) => [
      'python3',
      `${dataFolder}/${boardProgram.name}`,
      ...parameterOptions({ runtime, data: dataFolder, output: outputFolder, ...parameters }),
    ],
  }
}

export const boardImages: Readonly<Record<string, ImageDefinition>> = Object.fromEntries(
  (Object.keys(boardRuntimes) as InferenceRuntime[]).map((runtime) => [imageOfRuntime(runtime), imageOf(runtime)]),
)
