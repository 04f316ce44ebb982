import type { TestDuration } from './reports.ts'

interface Measurement {
  readonly date: Date
  readonly machine: string
  /** The closing line of a run of everything. */
  readonly result?: string | undefined
  readonly tests: readonly TestDuration[]
}

/**
 * The page with a run above those before it. Of each file, a run takes the place of one on the same day; what was written
 * by hand on that day stays, with the lines that go on.
 */
export function withMeasurement(page: string, { date, machine, result, tests }: Measurement): string {
  if (tests.length === 0 && result === undefined) return page
  const day = date.toISOString().slice(0, 10)
  const [introduction = '', ...sections] = page.trim().split(/\n(?=## )/)
  const isOfDay = (section: string) => section.startsWith(`## ${day}\n`)
  const files = new Set(tests.map(({ file }) => file))
  const [[heading = '', ...entries] = []] = sections.filter(isOfDay).map((section) =>
    section
      .slice(section.indexOf('\n'))
      .trim()
      .split(/\n(?=- )/),
  )
  const withMachine = heading.includes(machine) ? heading.trim() : `${heading}\n\n${machine}.`.trim()
  const head =
    result === undefined ? withMachine : `${withMachine.replace(/\n\nEverything: .*\./, '')}\n\nEverything: ${result}.`
  const earlier = entries
    .map((entry) => entry.trimEnd())
    .filter((entry) => ![...files].some((file) => entry.endsWith(` (\`${file}\`)`)))
  const lines = tests.map(
    ({ file, name, seconds, passed }) => `- ${seconds.toFixed(1)} s${passed ? '' : ', FAILED'}: ${name} (\`${file}\`)`,
  )
  const section = [`## ${day}`, head, [...earlier, ...lines].join('\n')].join('\n\n')
  const others = sections.filter((other) => !isOfDay(other))
  return `${[introduction, section, ...others].map((part) => part.trim()).join('\n\n')}\n`
}
