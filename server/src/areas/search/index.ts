export { createSearch } from './area.ts'
