export { engineFor, skippedWithout } from '../executors/testing/expected-engine.ts'
export { startRegistry } from '../executors/testing/registry.ts'
export { startNoNames } from '../executors/testing/no-names.ts'
