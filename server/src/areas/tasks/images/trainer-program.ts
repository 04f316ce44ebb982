import { fileURLToPath } from 'node:url'

/** The folder of the starter trainers. */
export const trainerCode = fileURLToPath(new URL('../../../../../trainer/src', import.meta.url))

export const trainerProgram = (name: string) => `${trainerCode}/${name}.ts`
