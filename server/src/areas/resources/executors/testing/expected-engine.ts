import { startEngine } from './engines.ts'
import type { EngineName } from './engine-recipes.ts'
import type { TestEngine } from './engines.ts'

/** An engine for tests, or null where there is none, with the reason printed. Fails where it is expected. */
export async function engineFor(name: EngineName): Promise<TestEngine | null> {
  const engine = await startEngine(name)
  if (typeof engine !== 'string') return engine
  const expected = (process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',')
  if (expected.includes(name)) throw new Error(`${name} is expected here and does not start: ${engine}`)
  process.stderr.write(`Skipped: the container executor with ${name}, because ${engine}\n`)
  return null
}
