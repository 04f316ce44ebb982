export { engineFor } from '../executors/testing/expected-engine.ts'
export { startRegistry } from '../executors/testing/registry.ts'
