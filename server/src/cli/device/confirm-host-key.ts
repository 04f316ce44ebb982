import { createInterface } from 'node:readline/promises'
import type { HostKey } from '@vermilion/contract/devices/access'
import type { Terminal } from '../ask-password.ts'

interface HostKeyQuestion {
  readonly host: string
  readonly hostKey: HostKey
  readonly fingerprint: string | undefined
}

export async function confirmHostKey(
  { host, hostKey, fingerprint }: HostKeyQuestion,
  { input, output }: Terminal,
): Promise<void> {
  output.write(`${host} has the host key ${hostKey.algorithm} ${hostKey.fingerprint}\n`)
  if (fingerprint === hostKey.fingerprint) return
  if (fingerprint !== undefined) throw new Error(`That is not ${fingerprint}. Nothing was added.`)
  if (!('isTTY' in input && input.isTTY === true))
    throw new Error(
      'Compare it with `ssh-keygen -lf` on the device, and give it with --fingerprint. Nothing was added.',
    )
  const lines = createInterface({ input, output })
  const closing = new AbortController()
  lines.once('close', () => closing.abort())
  try {
    const reply = await lines
      .question('Compare it with `ssh-keygen -lf` on the device. Is it the same? (yes/no) ', { signal: closing.signal })
      .catch(() => '')
    if (reply.trim().toLowerCase() !== 'yes') throw new Error('The host key was not confirmed. Nothing was added.')
  } finally {
    lines.close()
  }
}
