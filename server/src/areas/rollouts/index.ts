export { createRolloutArea } from './area.ts'
export { mountRollouts } from './mount.ts'
