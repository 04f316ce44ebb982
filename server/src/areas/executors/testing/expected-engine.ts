import { startEngine } from './engines.ts'
import type { EngineName } from './engine-recipes.ts'
import type { TestEngine } from './engines.ts'
import { startSlurm } from './slurm-cluster.ts'
import type { SlurmOptions, TestSlurm } from './slurm-cluster.ts'

const problems = new Map<string, string>()

export function skippedWithout(name: string): string {
  const problem = problems.get(name)
  return problem === undefined ? '' : `, skipped: ${problem}`
}

/** Null when unavailable; fails where the engine is required. */
export const engineFor = (name: EngineName): Promise<TestEngine | null> => expect(name, () => startEngine(name))
/** Control groups are expected nowhere. */
export const slurmFor = (options: SlurmOptions = {}): Promise<TestSlurm | null> =>
  expect(options.rest ? 'slurmrestd' : options.limitsMemory ? 'slurm-cgroups' : 'slurm', () => startSlurm(options))

async function expect<Engine>(name: string, start: () => Promise<Engine | string>): Promise<Engine | null> {
  const engine = await start()
  if (typeof engine !== 'string') return engine
  const expected = (process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',')
  if (expected.includes(name)) throw new Error(`${name} is expected here and does not start: ${engine}`)
  problems.set(name, `${name} does not start: ${engine}`)
  return null
}
