export { createWork } from './area.ts'
