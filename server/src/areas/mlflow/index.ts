export { createMlflow } from './area.ts'
