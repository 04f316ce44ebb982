export { createRollouts } from './area.ts'
