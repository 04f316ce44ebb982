import type { TestDuration } from './reports.ts'

interface Measurement {
  readonly date: Date
  readonly machine: string
  readonly tests: readonly TestDuration[]
}

/** The page with a run above those before it. Of each file, a run takes the place of one on the same day. */
export function withMeasurement(page: string, { date, machine, tests }: Measurement): string {
  if (tests.length === 0) return page
  const day = date.toISOString().slice(0, 10)
  const [introduction = '', ...sections] = page.trim().split(/\n(?=## )/)
  const isOfDay = (section: string) => section.startsWith(`## ${day}\n`)
  const files = new Set(tests.map(({ file }) => file))
  const earlier = sections
    .filter(isOfDay)
    .flatMap((section) => section.split('\n').filter((line) => line.startsWith('- ')))
    .filter((line) => ![...files].some((file) => line.endsWith(` (\`${file}\`)`)))
  const lines = tests.map(
    ({ file, name, seconds, passed }) => `- ${seconds.toFixed(1)} s${passed ? '' : ', FAILED'}: ${name} (\`${file}\`)`,
  )
  const section = [`## ${day}`, `${machine}.`, [...earlier, ...lines].join('\n')].join('\n\n')
  const others = sections.filter((other) => !isOfDay(other))
  return `${[introduction, section, ...others].map((part) => part.trim()).join('\n\n')}\n`
}
