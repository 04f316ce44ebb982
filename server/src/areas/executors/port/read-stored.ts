import { readFile } from 'node:fs/promises'

/** Of a file of JSON, with the times of runs as dates; undefined where there is none. */
export async function readStored<Value>(file: string): Promise<Value | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text, reviveTimes) as Value)
}

export const reviveTimes = (name: string, value: unknown) =>
  (name === 'startedAt' || name === 'endedAt') && typeof value === 'string' ? new Date(value) : value
