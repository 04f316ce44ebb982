import { fileURLToPath } from 'node:url'

export const trainerCode = fileURLToPath(new URL('../../../../../trainer/src', import.meta.url))

export const trainerProgram = (name: string) => `${trainerCode}/${name}.ts`
