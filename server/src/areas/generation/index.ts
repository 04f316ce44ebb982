export { createGenerations } from './area.ts'
