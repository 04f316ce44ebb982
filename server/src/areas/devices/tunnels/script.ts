import { readFile } from 'node:fs/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyRequest } from 'fastify'

interface ScriptValues {
  readonly url: string
  readonly token: string
  readonly host: string
}

/** Addresses safe within single quotes of a shell. */
const isPlainAddress = (address: string): boolean => /^https?:\/\/[\w.:[\]-]+(?:\/[\w./-]*)?$/.test(address)

const file = new URL('enrol.sh', import.meta.url)

export async function enrolmentScript({ url, token, host }: ScriptValues): Promise<string> {
  const values: Readonly<Record<string, string>> = { URL: url, TOKEN: token, HOST: host }
  if (!isPlainAddress(url) || !/^[\w-]+$/.test(token) || !/^[\w.:-]+$/.test(host))
    throw new Error('a value of the script of enrolment holds more than plain characters')
  const script = await readFile(file, 'utf8')
  return script.replaceAll(/@(URL|TOKEN|HOST)@/g, (_, name: string) => values[name] ?? '')
}

/** This server's address as the client sees it. Fails as `enrolment.address-unusable` when unsafe in a shell script. */
export function addressOf(request: FastifyRequest): { origin: string; host: string } {
  const origin = `${request.protocol}://${request.host}`
  if (!isPlainAddress(origin)) throw fail('enrolment.address-unusable')
  return { origin, host: request.hostname.replace(/^\[(.*)\]$/, '$1') }
}
