import { parseFineTuningOptions } from './materials/fine-tuning-options.ts'
import { fineTune } from './materials/fine-tuning.ts'
import { runProgram } from './surroundings.ts'

/**
 * Fine-tunes the materials starter generator: `node fine-tune.ts --data DIR --output DIR [--name lora --trigger WORDS --rank 8
 * --alpha 8 --steps 400 --resolution 64 --batch 16 --learning-rate 0.002 --sample-every 50 --samples 4 --seed 1]`.
 */
await runProgram(async (surroundings) => fineTune(parseFineTuningOptions(process.argv.slice(2)), surroundings))
