import { runProgram } from './surroundings.ts'
import { parseTrainingOptions } from './training/options.ts'
import { trainDetector } from './training/train-detector.ts'

/** The training program: `node train.ts --data DIR --output DIR [--epochs 60 --input-size 128 --seed 1 --width 16 …]`. */
await runProgram(async (surroundings) => trainDetector(parseTrainingOptions(process.argv.slice(2)), surroundings))
