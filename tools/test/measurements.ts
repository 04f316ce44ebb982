import type { TestDuration } from './reports.ts'

interface Measurement {
  readonly date: Date
  readonly machine: string
  readonly tests: readonly TestDuration[]
  /** The closing line of the run. */
  readonly closing: string
}

/** The page with a run above those before it. A run of the same day takes the place of that day's. */
export function withMeasurement(page: string, { date, machine, tests, closing }: Measurement): string {
  const day = date.toISOString().slice(0, 10)
  const lines = tests.map(
    ({ file, name, seconds, passed }) => `- ${seconds.toFixed(1)} s${passed ? '' : ', FAILED'}: ${name} (\`${file}\`)`,
  )
  const section = [`## ${day}`, `${machine}. ${closing}.`, lines.join('\n')].join('\n\n')
  const [introduction = '', ...sections] = page.trim().split(/\n(?=## )/)
  const others = sections.filter((other) => !other.startsWith(`## ${day}\n`))
  return `${[introduction, section, ...others].map((part) => part.trim()).join('\n\n')}\n`
}
