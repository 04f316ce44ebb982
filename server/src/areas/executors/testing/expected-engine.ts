import { startEngine } from './engines.ts'
import type { EngineName } from './engine-recipes.ts'
import type { TestEngine } from './engines.ts'

const problems = new Map<EngineName, string>()

export function skippedWithout(name: EngineName): string {
  const problem = problems.get(name)
  return problem === undefined ? '' : `, skipped: ${problem}`
}

/** Null when unavailable; fails where the engine is required. */
export async function engineFor(name: EngineName): Promise<TestEngine | null> {
  const engine = await startEngine(name)
  if (typeof engine !== 'string') return engine
  const expected = (process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',')
  if (expected.includes(name)) throw new Error(`${name} is expected here and does not start: ${engine}`)
  problems.set(name, `${name} does not start: ${engine}`)
  return null
}
