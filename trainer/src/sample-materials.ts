import { sampleMaterials } from './materials/sample-materials.ts'
import { runProgram } from './surroundings.ts'

/**
 * Samples seamless material tiles: `node sample-materials.ts --output DIR [--lora FILE --strength 1 --count 8 --seed 1 --size 128
 * --floor wood]`.
 */
await runProgram(async (surroundings) => sampleMaterials(process.argv.slice(2), surroundings))
