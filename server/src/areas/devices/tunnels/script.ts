import { readFile } from 'node:fs/promises'

interface ScriptValues {
  /** Of the enrolment, as the device reaches it. */
  readonly url: string
  readonly token: string
  /** Where tunnels end, unless the server names another one. */
  readonly host: string
}

/** Addresses that may stand between single quotes of a shell. */
export const isPlainAddress = (address: string): boolean => /^https?:\/\/[\w.:[\]-]+(?:\/[\w./-]*)?$/.test(address)

const file = new URL('enrol.sh', import.meta.url)

/** What a device runs to enrol, for one enrolment. */
export async function enrolmentScript({ url, token, host }: ScriptValues): Promise<string> {
  const values: Readonly<Record<string, string>> = { URL: url, TOKEN: token, HOST: host }
  if (!isPlainAddress(url) || !/^[\w-]+$/.test(token) || !/^[\w.:-]+$/.test(host))
    throw new Error('a value of the script of enrolment holds more than plain characters')
  const script = await readFile(file, 'utf8')
  return script.replaceAll(/@(URL|TOKEN|HOST)@/g, (_, name: string) => values[name] ?? '')
}
