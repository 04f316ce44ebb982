import { readFileSync } from 'node:fs'

type Variables = Readonly<Record<string, string | undefined>>

/** Leaves out empty variables; `VERMILION_X_FILE` gives `VERMILION_X` the text of a file, the form in which orchestrators hand over secrets. */
export function readVariableFiles(variables: Variables): { present: Variables; problems: string[] } {
  const nonEmpty = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')
  const present: Record<string, string | undefined> = Object.fromEntries(nonEmpty)
  const problems: string[] = []
  for (const [name, file = ''] of nonEmpty) {
    const [, variable] = /^(VERMILION_\w+)_FILE$/.exec(name) ?? []
    if (variable === undefined) continue
    try {
      present[variable] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch {
      problems.push(`${name}: cannot read ${file}`)
    }
  }
  return { present, problems }
}
