export { createAnnotation } from './area.ts'
