import { readFile } from 'node:fs/promises'

/** Of a file of JSON; undefined where there is none. */
export async function readStored<Value>(file: string): Promise<Value | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Value)
}
