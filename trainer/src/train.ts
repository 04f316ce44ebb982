import { runProgram } from './surroundings.ts'
import { runTraining } from './tasks.ts'
import { parseTrainingOptions } from './training/options.ts'

/**
 * Training program: `node train.ts --task detection
 * classification
 * segmentation --data DIR --output DIR [--epochs 60 --input-size 128 --seed 1 --width 16 …]`.
 */
await runProgram(async (surroundings) => runTraining(parseTrainingOptions(process.argv.slice(2)), surroundings))
