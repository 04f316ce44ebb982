import { trainBase } from './materials/base-training.ts'
import { runProgram } from './surroundings.ts'

/**
 * Trains the materials base, as weights/README.md describes: `node train-materials.ts --data DIR --output DIR [--steps 20000
 * --batch 16 --learning-rate 0.001 --threads 1 …]`.
 */
await runProgram(async (surroundings) => trainBase(process.argv.slice(2), surroundings))
