export { createAutoLabel } from './area.ts'
