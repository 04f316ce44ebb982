export { createFineTunings } from './area.ts'
