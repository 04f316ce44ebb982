import { readFile } from 'node:fs/promises'

interface ScriptValues {
  readonly url: string
  readonly token: string
  readonly host: string
}

/** Addresses safe within single quotes of a shell. */
export const isPlainAddress = (address: string): boolean => /^https?:\/\/[\w.:[\]-]+(?:\/[\w./-]*)?$/.test(address)

const file = new URL('enrol.sh', import.meta.url)

export async function enrolmentScript({ url, token, host }: ScriptValues): Promise<string> {
  const values: Readonly<Record<string, string>> = { URL: url, TOKEN: token, HOST: host }
  if (!isPlainAddress(url) || !/^[\w-]+$/.test(token) || !/^[\w.:-]+$/.test(host))
    throw new Error('a value of the script of enrolment holds more than plain characters')
  const script = await readFile(file, 'utf8')
  return script.replaceAll(/@(URL|TOKEN|HOST)@/g, (_, name: string) => values[name] ?? '')
}
